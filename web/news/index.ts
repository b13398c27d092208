import type { ResourceConfig } from '#web/api/resource-config.ts'
import { shown } from '#web/router/paths.ts'

export const config: ResourceConfig = {
  one: 'news item',
  many: 'News',
  at: shown('/news'),
  api: '/api/news',
  placeInBar: 5,
  imports: 'news',
  list: async () => (await import('./NewsList.tsx')).NewsList,
  editor: async () => (await import('./NewsEditor.tsx')).NewsEditor,
  detail: async () => (await import('./NewsDetail.tsx')).NewsDetail,
}
