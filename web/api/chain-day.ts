import { today as dayHere, daysAfter } from '#contract/dates.ts'
import { chainHeaders } from '#contract/session.ts'
import { browserStorage } from '#web/storage.ts'

/** Where the chain's day begins, and how many days its server is ahead of this machine's clock: 0 unless that is set wrong. */
type Chain = { timeZone: string; ahead: number }

const key = 'moviebox.chain'
let chain: Chain | undefined

/** The chain's day as `yyyy-mm-dd`, as its server told it last. Until it has told anything, the day it is here. */
export function today(): string {
  chain ??= read()
  return daysAfter(dayIn(chain.timeZone, Date.now()), chain.ahead)
}

/** Around midnight the server and this machine may be on two days, though both clocks are right. In milliseconds. */
const tolerance = 10 * 60_000

/** Notes what the headers of an answer tell of the chain's day, if they do. */
export function noteChain(headers: Headers): void {
  const [day, timeZone] = [headers.get(chainHeaders.day), headers.get(chainHeaders.timeZone)]
  if (day === null || timeZone === null) return
  const near = [-tolerance, 0, tolerance].map((away) => dayIn(timeZone, Date.now() + away))
  const ahead = near.includes(day) ? 0 : Math.round((Date.parse(day) - Date.parse(near[1] ?? day)) / 86_400_000)
  chain = { timeZone, ahead }
  browserStorage.set(key, `${timeZone} ${ahead}`)
}

function read(): Chain {
  const [timeZone = '', ahead] = browserStorage.get(key)?.split(' ') ?? []
  return { timeZone, ahead: Number(ahead) || 0 }
}

/** Making one takes a slow processor 10 ms. */
let made: { timeZone: string; format: Intl.DateTimeFormat | undefined } | undefined

/** The day that it is in a time zone; here, where this browser doesn't know it. */
function dayIn(timeZone: string, moment: number): string {
  if (made?.timeZone !== timeZone) made = { timeZone, format: formatIn(timeZone) }
  return made.format?.format(moment) ?? dayHere(new Date(moment))
}

/** Sweden writes days as ISO 8601 does. */
function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, calendar: 'gregory', year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch {
    return undefined
  }
}
