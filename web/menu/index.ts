import type { ResourceConfig } from '#web/api/resource-config.ts'
import { shown } from '#web/router/paths.ts'

export const config: ResourceConfig = {
  one: 'menu item',
  many: 'Menu',
  at: shown('/menu'),
  api: '/api/menus',
  placeInBar: 3,
  imports: 'menus',
  list: async () => (await import('./MenuList.tsx')).MenuList,
  editor: async () => (await import('./MenuEditor.tsx')).MenuEditor,
  detail: async () => (await import('./MenuDetail.tsx')).MenuDetail,
}
