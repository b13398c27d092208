import { menus } from '#contract/menu.ts'
import { failures } from '#web/api/failures.ts'
import { resource } from '#web/api/resource.ts'

export const menuApi = resource('menus', menus, failures('menu item', 'menu items'))
