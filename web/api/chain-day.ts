import { chainDayOf, daysAfter } from '#contract/dates.ts'
import { chainHeaders } from '#contract/session.ts'
import { browserStorage } from '#web/storage.ts'

/** The chain's time zone, when its day ends, and how many days its server is ahead of this machine's clock: 0 unless that is set wrong. */
type Chain = readonly [timeZone: string, endsAt: string, ahead: number]

const key = 'moviebox.chain'
let chain: Chain | undefined

/** The chain's day as `yyyy-mm-dd`, as its server told it last. Until it has told anything, the day it is here. */
export const today = (): string => daysAfter(dayIn(known(), Date.now()), known()[2])

/** The time (`HH:mm`) at which the chain's day ends. */
export const dayEndsAt = (): string => known()[1]

/** Around midnight the server and this machine may be on two days, though both clocks are right. In milliseconds. */
const tolerance = 10 * 60_000

/** Notes what the headers of an answer tell of the chain's day, if they do. */
export function noteChain(headers: Headers): void {
  const [day, timeZone, endsAt] = [chainHeaders.day, chainHeaders.timeZone, chainHeaders.dayEndsAt].map((name) => headers.get(name))
  if (!day || !timeZone) return
  const place = [timeZone, endsAt ?? midnight] as const
  const near = [-tolerance, 0, tolerance].map((away) => dayIn(place, Date.now() + away))
  const ahead = near.includes(day) ? 0 : Math.round((Date.parse(day) - Date.parse(near[1] ?? day)) / 86_400_000)
  chain = [...place, ahead]
  browserStorage.set(key, chain.join(' '))
}

function known(): Chain {
  chain ??= read()
  return chain
}

function read(): Chain {
  const [timeZone = '', endsAt = midnight, ahead] = browserStorage.get(key)?.split(' ') ?? []
  return [timeZone, endsAt, Number(ahead) || 0]
}

const midnight = '00:00'

/** Making one takes a slow processor 10 ms. */
let made: { timeZone: string; format: Intl.DateTimeFormat } | undefined

/** The chain's day; by the clock here, where this browser doesn't know the time zone. */
function dayIn([timeZone, endsAt]: readonly [string, string, number?], moment: number): string {
  if (made?.timeZone !== timeZone) made = { timeZone, format: formatIn(timeZone) }
  const [date = '', time = ''] = made.format.format(moment).split(' ')
  return chainDayOf({ date, time }, endsAt)
}

/** Sweden writes days as ISO 8601 does, and the time behind them. */
function formatIn(timeZone?: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, calendar: 'gregory', dateStyle: 'short', timeStyle: 'short' })
  } catch {
    return formatIn()
  }
}
