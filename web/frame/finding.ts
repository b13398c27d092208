import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { today } from '#contract/dates.ts'
import type { Page } from '#contract/endpoint.ts'
import { movies } from '#contract/movies.ts'
import { call } from '#web/api/call.ts'
import type { Face } from '#web/face.ts'
import { resources } from '#web/resources.ts'
import { dayInBrief, timeInWords } from '#web/ui/base/dates.ts'

/** So many of each are told: whoever looks for more of them has their list. */
const few = 4

/** A record that can be gone to. `note` tells it from others of the same name. */
export type Found = { name: string; note: string; to: string }

type Words = Pick<Found, 'name' | 'note'>
type Search<Item> = (words: string, signal: AbortSignal) => Promise<Page<Item>>

/** Who looks for something may mean any of these, each found by its list's own search. */
const finders = [
  finder(
    resources.bookings,
    (q, signal) => call(bookings.list, { query: { q, limit: String(few) } }, { signal }),
    ({ fullName, date, time, branchName, phoneNumber }) => ({
      name: fullName,
      note: `${dayInBrief(date, today())}, ${timeInWords(time)} · ${branchName} · ${phoneNumber}`,
    }),
  ),
  finder(
    resources.movies,
    (q, signal) => call(movies.list, { query: { q, limit: String(few) } }, { signal }),
    ({ title, genre }) => ({ name: title, note: genre }),
  ),
  finder(
    resources.branches,
    (q, signal) => call(branches.list, { query: { q, limit: String(few) } }, { signal }),
    ({ name, address }) => ({ name, note: address }),
  ),
]

function finder<Item extends { _id: string }>({ many, at }: Face, search: Search<Item>, say: (item: Item) => Words) {
  const ask = (words: string) =>
    queryOptions({
      queryKey: [many, 'found', words],
      queryFn: async ({ signal }): Promise<Found[]> => {
        const { items } = await search(words, signal)
        return items.map((item) => ({ ...say(item), to: at.one(item._id) }))
      },
      enabled: words !== '',
      placeholderData: keepPreviousData,
    })
  return { many, ask }
}

/**
 * What is found by `words`, by what it is called; nothing for `''`. Until the answer is there it is that of the words before. `isSettled`: nothing
 * else is on its way. `isFailed`: some of it could not be asked.
 */
export function useFound(words: string) {
  const answers = useQueries({ queries: finders.map(({ ask }) => ask(words)) })
  return {
    found: finders.map(({ many }, at) => ({ heading: many, items: (words && answers[at]?.data) || [] })),
    isSettled: answers.every(({ isFetching }) => !isFetching),
    isFailed: answers.some(({ isError }) => isError),
  }
}
