import type { Face } from '#web/face.ts'
import { paths } from '#web/paths.ts'

export const face: Face = {
  one: 'movie',
  many: 'Movies',
  at: paths.movies,
  api: '/api/movies',
  placeInBar: 1,
  list: async () => (await import('./MovieList.tsx')).MovieList,
  editor: async () => (await import('./MovieEditor.tsx')).MovieEditor,
  detail: async () => (await import('./MovieDetail.tsx')).MovieDetail,
}
