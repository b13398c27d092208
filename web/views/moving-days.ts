import { daysAfter, weekdayOf, weekdays } from '#contract/dates.ts'
import type { MovingDays } from '#contract/views.ts'
import { today } from '#web/api/chain-day.ts'

/** The ranges of days that move with the calendar. A week begins on Monday (ISO 8601). */
export function movingDays(): Record<MovingDays, string> {
  const day = (count: number) => daysAfter(today(), count)
  const sinceMonday = weekdays.indexOf(weekdayOf(today()))
  return {
    today: `${day(0)}..${day(0)}`,
    tomorrow: `${day(1)}..${day(1)}`,
    'this-week': `${day(-sinceMonday)}..${day(6 - sinceMonday)}`,
    past: `..${day(-1)}`,
  }
}
