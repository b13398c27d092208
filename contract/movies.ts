import * as z from 'zod/mini'
import { crud } from './endpoint.ts'
import { line, paragraphs, record, webAddress } from './fields.ts'
import { imageUrl } from './images.ts'

export const MovieInput = z.object({
  title: line('Title', 200),
  genre: line('Genre', 100),
  image: imageUrl,
  description: paragraphs('Description', 5000),
  trailerUrl: webAddress('Trailer URL', 'Paste the link of the video, such as https://youtu.be/PqZeFBbDHhs'),
})
export type MovieInput = z.output<typeof MovieInput>

export const Movie = z.object({
  ...record,
  title: z.string(),
  genre: z.string(),
  image: z.string(),
  description: z.string(),
  trailerUrl: z.string(),
})
export type Movie = z.output<typeof Movie>

export const movies = crud('/api/movies', { one: 'movie', item: Movie, input: MovieInput, read: 'public', write: 'staff' })
