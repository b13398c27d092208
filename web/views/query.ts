import type { View } from '#contract/views.ts'
import { type ListQuery, parseListQuery } from '#web/api/address.ts'
import { movingDays } from './moving-days.ts'

/** The filter whose days may move with the calendar. */
const days = 'date'

/** Returns the query of a view for what a list shows. Bookings are saved without search words, which may be the name of a guest. */
export function queryOf(list: string, asked: ListQuery): string {
  const moving = Object.entries(movingDays())
  const named = (value: string) => moving.find(([, range]) => range === value)?.[0] ?? value
  const kept = Object.entries(asked).filter(([name]) => name !== 'trash' && !(name === 'q' && list === 'bookings'))
  return written(kept.map(([name, values]) => [name, name === days ? values.map(named) : values]))
}

/** Whether the query has days that move with the calendar. */
export const isMoving = (query: string): boolean =>
  new URLSearchParams(query).getAll(days).some((value) => Object.hasOwn(movingDays(), value))

/** Returns the address that shows a view of the list at `path` today. */
export function addressOf(path: string, { query }: View): string {
  const ranges: Record<string, string> = movingDays()
  const read = Object.entries(parseListQuery(query))
  const search = written(read.map(([name, values]) => [name, name === days ? values.map((value) => ranges[value] ?? value) : values]))
  return search === '' ? path : `${path}?${search}`
}

/** Whether the list shows what the view shows. */
export const isShown = (list: string, asked: ListQuery, { query }: View): boolean =>
  queryOf(list, asked) === written(Object.entries(parseListQuery(query)))

/** The parameters in the order of their names, so that equal queries are written in the same way. */
const written = (parameters: (readonly [string, readonly string[]])[]): string =>
  new URLSearchParams(
    parameters.toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([name, values]) => values.map((value) => [name, value])),
  ).toString()
