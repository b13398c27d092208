import { today as dayOf, daysAfter, type Weekday, weekdayOf, weekdays } from '#contract/dates.ts'
import { today } from '#web/api/chain-day.ts'

/** A day that callers ask for, by its name, and the letter of that which chooses it. */
export type DayPreset = { name: string; letter: string; date: string }

/** Today, tomorrow, and the first Friday, Saturday and Sunday from today on: two of them may be the same day. */
export function dayPresets(now?: Date): DayPreset[] {
  const first = now ? dayOf(now) : today()
  const inDays = (count: number) => daysAfter(first, count)
  const at = (weekday: Weekday) => weekdays.indexOf(weekday)
  const next = (weekday: Weekday) => inDays((at(weekday) - at(weekdayOf(first)) + 7) % 7)
  return [
    { name: 'Today', letter: 't', date: inDays(0) },
    { name: 'Tomorrow', letter: 'm', date: inDays(1) },
    { name: 'Friday', letter: 'f', date: next('Friday') },
    { name: 'Saturday', letter: 's', date: next('Saturday') },
    { name: 'Sunday', letter: 'u', date: next('Sunday') },
  ]
}

/** The same, each day once, the soonest first. */
export const distinctDayPresets = (now?: Date): DayPreset[] => {
  const all = dayPresets(now)
  return all
    .filter(({ date }, at) => all.findIndex((other) => other.date === date) === at)
    .sort((one, other) => (one.date < other.date ? -1 : 1))
}
