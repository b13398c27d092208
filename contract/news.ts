import * as z from 'zod/mini'
import { crud } from './crud.ts'
import type { Answer } from './endpoint.ts'
import { calendarDate, line, paragraphs } from './fields.ts'
import { imageAlt, imageAlts, imageFocalPoint, imageFocalPoints, imageList, imageUrl } from './pictures.ts'
import { visibility } from './public-days.ts'

export const NewsInput = z.object({
  title: line('News Title', 200),
  image: imageUrl,
  date: calendarDate('Publication Date'),
  description: paragraphs('Description', 20_000),
  gallery: imageList,
})
export type NewsInput = z.output<typeof NewsInput>

/** The fields that are set in many news items at once. */
export const NewsSets = z.pick(NewsInput, { date: true })

export const news = crud('/api/news', {
  one: 'news item',
  many: 'news items',
  input: NewsInput,
  ofImages: { imageAlt, imageFocalPoint, galleryAlt: imageAlts, galleryFocalPoints: imageFocalPoints },
  sets: NewsSets,
  read: 'public',
  write: 'staff',
  listing: {
    search: ['title', 'description'],
    filters: { date: { label: 'Publication date', kind: 'days' }, visibility },
    orders: { date: { label: 'Publication date', by: ['date'], descending: true } },
    order: 'date',
    publicDays: { from: 'date' },
  },
})
export type News = Answer<typeof news.get>
