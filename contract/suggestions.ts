import * as z from 'zod/mini'
import { type Endpoints, publicOnly } from './endpoint.ts'
import { searchWords } from './listing.ts'

/** The collections whose names are suggested. */
const named = ['movies', 'branches', 'menus', 'news', 'promoCodes'] as const
export type NamedCollection = (typeof named)[number]

/** The lists that offer suggestions, each with the collections whose names it searches. Names of guests are never suggested. */
export const suggestedIn = {
  movies: ['movies'],
  branches: ['branches'],
  menus: ['menus'],
  news: ['news'],
  promoCodes: ['promoCodes'],
  bookings: ['branches', 'promoCodes'],
} as const satisfies Record<string, readonly NamedCollection[]>
export type SuggestingList = keyof typeof suggestedIn

/** The collections and lists that only staff may search. */
export const staffOnly: readonly string[] = ['promoCodes', 'bookings'] satisfies SuggestingList[]

export const mostSuggestions = 3

/** A name that resembles the search: the title of a record, or a genre. */
export const Suggestion = z.object({ name: z.string(), collection: z.enum(named) })
export type Suggestion = z.output<typeof Suggestion>

const lists = Object.keys(suggestedIn) as [SuggestingList, ...SuggestingList[]]

export const suggestions = {
  list: {
    method: 'GET',
    path: '/api/suggestions',
    access: 'public',
    publicView: true,
    summary: `Returns up to ${mostSuggestions} titles, names, codes and genres that resemble the search words, best first: for the search of a list (\`collection\`), or of all collections.${publicOnly}`,
    query: z.object({
      q: searchWords.check(z.minLength(1, '"q" is required.')),
      collection: z.optional(z.enum(lists, `"collection" must be one of ${lists.join(', ')}.`)),
    }),
    answer: z.array(Suggestion),
    cacheable: true,
  },
} as const satisfies Endpoints
