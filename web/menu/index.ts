import type { Face } from '#web/face.ts'
import { shown } from '#web/paths.ts'

export const face: Face = {
  one: 'menu item',
  many: 'Menu',
  at: shown('/menu'),
  api: '/api/menus',
  placeInBar: 3,
  list: async () => (await import('./MenuList.tsx')).MenuList,
  editor: async () => (await import('./MenuEditor.tsx')).MenuEditor,
  detail: async () => (await import('./MenuDetail.tsx')).MenuDetail,
}
