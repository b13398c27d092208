import * as z from 'zod/mini'
import { crud } from './endpoint.ts'
import { calendarDate, line, paragraphs, record } from './fields.ts'
import { imageList, imageUrl } from './images.ts'

export const NewsInput = z.object({
  title: line('News Title', 200),
  image: imageUrl,
  date: calendarDate('Publication Date'),
  description: paragraphs('Description', 20_000),
  gallery: imageList,
})
export type NewsInput = z.output<typeof NewsInput>

export const News = z.object({
  ...record,
  title: z.string(),
  image: z.string(),
  date: z.string(),
  description: z.string(),
  gallery: z.array(z.string()),
})
export type News = z.output<typeof News>

export const news = crud('/api/news', { one: 'news item', item: News, input: NewsInput, read: 'public', write: 'staff' })
