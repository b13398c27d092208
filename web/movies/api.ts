import { movies } from '#contract/movies.ts'
import { resource } from '#web/api/resource.ts'

export const movieApi = resource('movies', movies, {
  list: 'Failed to fetch movies. Please check if the API server is running.',
  one: 'Failed to fetch movie details.',
  create: 'Failed to create movie. Please try again.',
  update: 'Failed to update movie. Please try again.',
  remove: 'Failed to delete movie.',
})
