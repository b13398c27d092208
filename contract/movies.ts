import * as z from 'zod/mini'
import { type Answer, crud } from './endpoint.ts'
import { line, paragraphs, webAddress } from './fields.ts'
import { imageUrl } from './images.ts'
import { alphabetical, lastChange, newest } from './listing.ts'

export const MovieInput = z.object({
  title: line('Title', 200),
  genre: line('Genre', 100),
  image: imageUrl,
  description: paragraphs('Description', 5000),
  trailerUrl: webAddress('Trailer URL', 'Paste the link of the video, such as https://youtu.be/PqZeFBbDHhs'),
})
export type MovieInput = z.output<typeof MovieInput>

export const movies = crud('/api/movies', {
  one: 'movie',
  many: 'The movies',
  input: MovieInput,
  read: 'public',
  write: 'staff',
  listing: {
    search: ['title', 'genre', 'description'],
    filters: {
      genre: { label: 'Genre', kind: 'text' },
      cover: { label: 'Cover', kind: 'presence', field: 'image', options: { with: 'With cover', without: 'Without cover' } },
    },
    orders: { newest, title: alphabetical('Title', 'title'), changed: lastChange },
    order: 'newest',
  },
})
export type Movie = Answer<typeof movies.get>
