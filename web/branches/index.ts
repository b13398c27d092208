import type { ResourceConfig } from '#web/api/resource-config.ts'
import { paths } from '#web/router/paths.ts'

export const config: ResourceConfig = {
  one: 'branch',
  many: 'Branches',
  at: paths.branches,
  api: '/api/branches',
  placeInBar: 4,
  imports: 'branches',
  list: async () => (await import('./BranchList.tsx')).BranchList,
  editor: async () => (await import('./BranchEditor.tsx')).BranchEditor,
}
