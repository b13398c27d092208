import { menus } from '#contract/menu.ts'
import { resource } from '#web/api/resource.ts'

export const menuApi = resource('menus', menus)
