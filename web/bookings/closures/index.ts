import type { ResourceConfig } from '#web/api/resource-config.ts'
import { paths } from '#web/router/paths.ts'

export const config: ResourceConfig = {
  one: 'closure',
  many: 'Closures',
  at: paths.closures,
  api: '/api/closures',
  list: async () => (await import('./ClosureList.tsx')).ClosureList,
  editor: async () => (await import('./ClosureEditor.tsx')).ClosureEditor,
  detail: async () => (await import('./ClosureDetail.tsx')).ClosureDetail,
}
