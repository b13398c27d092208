import { daysAfter, today, type Weekday, weekdayOf, weekdays } from '#contract/dates.ts'

/** A day that callers ask for, by its name, and the letter of that which chooses it. */
export type Soon = { name: string; letter: string; date: string }

/** Today, tomorrow, and the first Friday, Saturday and Sunday from today on: two of them may be the same day. */
export function soon(now = new Date()): Soon[] {
  const inDays = (count: number) => daysAfter(today(now), count)
  const at = (weekday: Weekday) => weekdays.indexOf(weekday)
  const first = (weekday: Weekday) => inDays((at(weekday) - at(weekdayOf(today(now))) + 7) % 7)
  return [
    { name: 'Today', letter: 't', date: inDays(0) },
    { name: 'Tomorrow', letter: 'm', date: inDays(1) },
    { name: 'Friday', letter: 'f', date: first('Friday') },
    { name: 'Saturday', letter: 's', date: first('Saturday') },
    { name: 'Sunday', letter: 'u', date: first('Sunday') },
  ]
}

/** The same, each day once, the soonest first. */
export const daysSoon = (now?: Date): Soon[] => {
  const all = soon(now)
  return all
    .filter(({ date }, at) => all.findIndex((other) => other.date === date) === at)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
}
