import { mostCounted } from '#contract/listing.ts'

/** A count as the person's locale writes it. Below a thousand there is nothing to write, and what could do it takes a slow processor 50 ms to load. */
export const formatCount = (count: number): string => (count < 1000 ? String(count) : count.toLocaleString())

/** '1 branch', '20 movies' */
export const counted = (count: number, noun: string): string => `${formatCount(count)} ${nounOf(count, noun)}`

/** A noun as it stands after a count: 'branch' after 1, 'branches' after 20. */
export const nounOf = (count: number, noun: string): string =>
  count === 1 ? noun : `${noun.replace(/ch$/, 'che').replace(/([^aeiou])y$/, '$1ie')}s`

/** The total of a list, which the server counts up to `mostCounted`: "10,000+" beyond. */
export const formatTotal = (total: number): string => (total > mostCounted ? `${formatCount(mostCounted)}+` : formatCount(total))
