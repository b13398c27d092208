import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Booking, bookings } from '#contract/bookings.ts'
import { type Branch, branches } from '#contract/branches.ts'
import type { Endpoint, Page } from '#contract/endpoint.ts'
import { type MenuItem, menus } from '#contract/menu.ts'
import { type Movie, movies } from '#contract/movies.ts'
import { type News, news } from '#contract/news.ts'
import type { Suggestion } from '#contract/suggestions.ts'
import { addressOf } from '#web/api/address.ts'
import { callUntyped as call } from '#web/api/call.ts'
import { today } from '#web/api/chain-day.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { suggestionsFor } from '#web/api/suggestions.ts'
import { dayInBrief, timeInWords } from '#web/components/dates.ts'
import * as resources from '#web/resources.ts'
import { lists } from './lists.ts'

/** The number of results of each resource; its list shows more. */
const few = 4

/** A record with a link. `note` distinguishes records of the same name. */
export type FoundRecord = { name: string; note: string; to: string }

type Words = Pick<FoundRecord, 'name' | 'note'>

/** The searched resources. Each is searched as its own list is. */
const finders = [
  finder(resources.bookings, bookings.list, ({ fullName, date, time, branchName, phoneNumber }: Booking) => ({
    name: fullName,
    note: `${dayInBrief(date, today())}, ${timeInWords(time)} · ${branchName} · ${phoneNumber}`,
  })),
  finder(resources.movies, movies.list, ({ title, genre }: Movie) => ({ name: title, note: genre })),
  finder(resources.branches, branches.list, ({ name, address }: Branch) => ({ name, note: address })),
  finder(resources.news, news.list, ({ title, date }: News) => ({ name: title, note: dayInBrief(date, today()) })),
  finder(resources.menus, menus.list, ({ name, description }: MenuItem) => ({ name, note: description })),
]

function finder<Item extends { _id: string }>({ many, at }: ResourceConfig, list: Endpoint, say: (item: Item) => Words) {
  const find = async (q: string, signal: AbortSignal): Promise<FoundRecord[]> => {
    const { items } = (await call(list, { query: { q, limit: String(few) } }, { signal })) as Page<Item>
    return items.map((item) => ({ ...say(item), to: at.one(item._id) }))
  }
  return { many, find }
}

/** A search of a list for a name that resembles the words. */
const searchFor = ({ name, collection }: Suggestion): FoundRecord => {
  const { path, label } = lists[collection]
  return { name, note: `Search ${label.toLowerCase()}`, to: addressOf(path, {}, { q: name }) }
}

/** Searches for names that resemble `words`; none for `''`. */
export function useSuggested(words: string) {
  const { data = [], isFetching } = useQuery(suggestionsFor(words))
  return { suggested: words === '' ? [] : data.map(searchFor), isSettled: !isFetching }
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
  const groups = finders.map(({ many }, at) => ({ heading: many, items: foundIn(answers[at]) ?? [] }))
  const isNamed = ({ items }: (typeof groups)[number]) => items.some(({ name }) => inBase(name).startsWith(inBase(words)))
  return {
    // Records whose name begins with the words come before those that only mention them.
    found: [...groups.filter(isNamed), ...groups.filter((group) => !isNamed(group))],
    isSettled: !isFetching,
    isFailed: answers.some(({ status }) => status === 'rejected'),
  }
}

/** The text without case and accents. */
const inBase = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const foundIn = <Value>(answer: PromiseSettledResult<Value> | undefined) => (answer?.status === 'fulfilled' ? answer.value : undefined)
