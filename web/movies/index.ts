import type { ResourceConfig } from '#web/api/resource-config.ts'
import { paths } from '#web/router/paths.ts'

export const config: ResourceConfig = {
  one: 'movie',
  many: 'Movies',
  at: paths.movies,
  api: '/api/movies',
  asks: (asked) => (asked.tab ? [] : [asked]),
  placeInBar: 1,
  imports: 'movies',
  list: async () => (await import('./MovieList.tsx')).MovieList,
  editor: async () => (await import('./MovieEditor.tsx')).MovieEditor,
  detail: async () => (await import('./MovieDetail.tsx')).MovieDetail,
}
