import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import type { Page } from '#contract/endpoint.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { call } from '#web/api/call.ts'
import { today } from '#web/api/chain-day.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { dayInBrief, timeInWords } from '#web/components/dates.ts'
import * as resources from '#web/resources.ts'

/** The number of results of each resource; its list shows more. */
const few = 4

/** A record that can be gone to. `note` tells it from others of the same name. */
export type FoundRecord = { name: string; note: string; to: string }

type Words = Pick<FoundRecord, 'name' | 'note'>
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
  finder(
    resources.news,
    (q, signal) => call(news.list, { query: { q, limit: String(few) } }, { signal }),
    ({ title, date }) => ({ name: title, note: dayInBrief(date, today()) }),
  ),
  finder(
    resources.menus,
    (q, signal) => call(menus.list, { query: { q, limit: String(few) } }, { signal }),
    ({ name, description }) => ({ name, note: description }),
  ),
]

function finder<Item extends { _id: string }>({ many, at }: ResourceConfig, search: Search<Item>, say: (item: Item) => Words) {
  const find = async (words: string, signal: AbortSignal): Promise<FoundRecord[]> => {
    const { items } = await search(words, signal)
    return items.map((item) => ({ ...say(item), to: at.one(item._id) }))
  }
  return { many, find }
}

/**
 * The records whose names match `words`; none for `''`. Keeps the previous results until the new ones arrive. `isSettled`: all answers
 * have arrived. `isFailed`: some calls have failed.
 */
export function useFound(words: string) {
  const { data, isFetching } = useQuery({
    queryKey: ['found', words],
    queryFn: ({ signal }) => Promise.allSettled(finders.map(({ find }) => find(words, signal))),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const answers = words === '' ? [] : (data ?? [])
  return {
    found: finders.map(({ many }, at) => ({ heading: many, items: foundIn(answers[at]) ?? [] })),
    isSettled: !isFetching,
    isFailed: answers.some(({ status }) => status === 'rejected'),
  }
}

const foundIn = <Value>(answer: PromiseSettledResult<Value> | undefined) => (answer?.status === 'fulfilled' ? answer.value : undefined)
