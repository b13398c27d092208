import { mostDaysCounted } from '#contract/booking-numbers.ts'
import { bookings } from '#contract/bookings.ts'
import { daysAfter, today } from '#contract/dates.ts'
import { images } from '#contract/images.ts'
import type { Filter, Listing } from '#contract/listing.ts'
import { movies } from '#contract/movies.ts'

/** The lists that grow with a chain. */
const collections = [movies, bookings, images]

/** The searches of each list, from terms without matches to terms that match every record. */
const searches: Record<string, string[]> = {
  '/api/movies': ['kalomi', 'kalomi sentur', 'ka', 'k', '123', 'drama kalo'],
  '/api/bookings': ['0121', 'anna huber kalo', 'anna', 'a', 'ka', 'code30', '660', '4366', 'house', '+43 660 0', '+43 660 0791'],
  '/api/images': ['kalomi', 'k', 'ka 12', 'jpg'],
}

/** Combinations of filters, as the screens set them. */
const together: Record<string, (some: Values) => string[]> = {
  '/api/movies': (some) => [
    `${some('genre', 1)}&cover=without`,
    `${some('genre', 2)}&cover=with`,
    `${some('genre', 1)}&q=ka`,
    'coverSize=small&q=ka',
    `trailer=elsewhere&${some('genre', 1)}`,
    'trailer=elsewhere&q=k',
  ],
  '/api/bookings': (some) => [
    `status=0&${some('branchName', 1)}`,
    `status=0&status=1&${some('branchName', 2)}`,
    `status=0&date=${today()}..`,
    `status=1&${some('branchName', 1)}&date=..${today()}`,
    `${some('branchName', 1)}&q=anna`,
    'status=0&q=anna',
    `date=${today()}&q=a`,
    `status=1&${some('promoCode', 1)}`,
    'order=newest&q=4366',
    `date=..${today()}&q=%2B43+660+0`,
  ],
  '/api/images': () => ['used=no&q=ka', 'used=yes&q=ka', 'used=no&q=jpg', 'used=yes&q=12'],
}

const month = `${today().slice(0, 8)}01..${today()}`

/** The longest countable range. */
const year = `${daysAfter(today(), 1 - mostDaysCounted)}..${today()}`

/** The counts of bookings: by status, and for a year or a month so far also by branch, day and code. */
const counts = ['totals?', 'totals?q=anna', `numbers?date=${year}`, `numbers?status=1&date=${month}`, `numbers?date=${month}`]

/** The bookings of a branch on a day and in a month, and of a name that no branch has. */
const visits = ([name = '']: string[]) =>
  [today(), month].flatMap((date) => [name, 'Gone'].map((branchName) => `visits?${new URLSearchParams({ branchName, date })}`))

/** Sets a filter to the first few values in its list. */
type Values = (name: string, count: number) => string

/**
 * Returns every address whose speed matters: each order both ways, each filter in each order, combined filters, searches. `valuesOf` returns a
 * filter's values.
 */
export async function questions(valuesOf: (path: string, filter: string) => Promise<string[]>): Promise<string[]> {
  const ofBookings = [...counts, ...visits(await valuesOf('/api/bookings', 'branchName'))]
  const all = ofBookings.map((query) => `/api/bookings/${query}`)
  for (const { list } of collections) {
    const { path, listing } = list as { path: string; listing: Listing }
    const orders = Object.keys(listing.orders).flatMap((name) => [`order=${name}`, `order=-${name}`])
    const known = new Map<string, string[]>()
    for (const [name, { kind }] of Object.entries(listing.filters)) if (kind === 'text') known.set(name, await valuesOf(path, name))
    const some: Values = (name, count) => written(name, (known.get(name) ?? []).slice(1, count + 1))
    const filters = Object.entries(listing.filters).flatMap(([name, filter]) => settings(name, filter, some))
    all.push(
      ...orders.map((order) => `${path}?${order}`),
      ...filters.flatMap((filter) => orders.map((order) => `${path}?${filter}&${order}`)),
      ...(together[path]?.(some) ?? []).map((query) => `${path}?${query}`),
      ...(searches[path] ?? []).map((q) => `${path}?q=${encodeURIComponent(q)}`),
    )
  }
  return all
}

function settings(name: string, filter: Filter, some: Values): string[] {
  if (filter.kind === 'text') return [some(name, 1), some(name, 3)]
  if (filter.kind === 'days') return [today(), `${today()}..`, `..${today()}`].map((days) => `${name}=${days}`)
  const options = Object.keys(filter.options)
  return [...options.map((option) => written(name, [option])), ...(options.length > 2 ? [written(name, options.slice(0, 2))] : [])]
}

const written = (name: string, values: readonly string[]) => values.map((value) => `${name}=${encodeURIComponent(value)}`).join('&')
