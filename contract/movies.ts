import * as z from 'zod/mini'
import { crud } from './crud.ts'
import type { Answer } from './endpoint.ts'
import { line, paragraphs, webAddress } from './fields.ts'
import { alphabetical, lastChange, newest } from './listing.ts'
import { imageAlt, imageFocalPoint, imageUrl } from './pictures.ts'
import { byShowDays, showDays, showDaysInOrder, visibilityByShowDays } from './public-days.ts'

/** The least width of a sharp cover, in pixels: its page shows it 288 pixels wide, and most screens have two dots to a pixel. */
export const leastCoverWidth = 576

const fields = z.object({
  title: line('Title', 200),
  genre: line('Genre', 100),
  image: imageUrl,
  description: paragraphs('Description', 5000),
  trailerUrl: webAddress('Trailer URL', 'Paste the link to the video, such as https://youtu.be/PqZeFBbDHhs'),
  ...showDays,
})
export const MovieInput = fields.check(showDaysInOrder)
export type MovieInput = z.output<typeof MovieInput>

/** The fields that are set in many movies at once. */
export const MovieSets = z.pick(fields, { genre: true })

export const movies = crud('/api/movies', {
  one: 'movie',
  many: 'movies',
  input: MovieInput,
  ofImages: { imageAlt, imageFocalPoint },
  sets: MovieSets,
  read: 'public',
  write: 'staff',
  listing: {
    search: ['title', 'genre', 'description'],
    filters: {
      genre: { label: 'Genre', kind: 'text' },
      cover: { label: 'Cover', kind: 'presence', field: 'image', options: { with: 'With cover', without: 'Without cover' } },
      /** A cover narrower than `leastCoverWidth`. */
      coverSize: { label: 'Cover size', kind: 'own', options: { small: 'Low-resolution cover' } },
      /** A trailer that neither YouTube nor Vimeo plays: the page links to it, unless `TRAILER_HOSTS` names its host. */
      trailer: { label: 'Trailer', kind: 'own', options: { elsewhere: "Trailer won't embed" } },
      visibility: visibilityByShowDays,
    },
    orders: { newest, title: alphabetical('Title', 'title'), changed: lastChange },
    order: 'newest',
    publicDays: byShowDays,
  },
})
export type Movie = Answer<typeof movies.get>
