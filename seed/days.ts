import { today } from '#contract/dates.ts'

/** The day that is so many days after today, or before it, where this runs. Computed from noon: clocks that change don't matter. */
export function dayFromToday(offset: number, now: Date): string {
  return today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset, 12))
}
