import type { ICalEventData, ICalEventRepeatingFreq, ICalEventStatus } from 'ical-generator'
import { timeZoneRules } from './time-zone.ts'

/** An entry of a calendar: a time on `days` days in a row, or whole days, the last one included. */
export type Entry = {
  /** What the entry is about, with its id and version. A calendar replaces an entry with the same id by a newer version. */
  of: { kind: string; _id: string; version: number; updatedAt: string }
  summary: string
  description: string
  location: string
  status?: `${ICalEventStatus}`
  when: { start: Date; end: Date; days: number } | { firstDay: string; lastDay: string }
}

/** Returns an iCalendar file (RFC 5545) in the time zone of the chain. */
export async function calendarText(entries: readonly Entry[]): Promise<string> {
  const { default: ical } = await import('ical-generator')
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const events = entries.map((entry) => ({ ...eventOf(entry), timezone: name }))
  const starts = events.map(({ start }) => (start as Date).getTime())
  const [from, to] = starts.length > 0 ? [Math.min(...starts), Math.max(...events.map(({ end }) => (end as Date).getTime()))] : [0, 0]
  // Without a zone of its own the calendar has its time stamps in UTC, as the standard asks.
  const timezone = { name: null, generator: () => timeZoneRules(name, new Date(from), new Date(to)) }
  return ical({ prodId: '//MovieBox//MovieBox//EN', timezone, events }).toString()
}

function eventOf({ of: { kind, _id, version, updatedAt }, status, when, ...words }: Entry): ICalEventData {
  const common = {
    ...words,
    id: `${kind}-${_id}@moviebox`,
    sequence: version - 1,
    stamp: new Date(updatedAt),
    lastModified: new Date(updatedAt),
    ...(status && { status: status as ICalEventStatus }),
  }
  if ('firstDay' in when) return { ...common, allDay: true, start: midnight(when.firstDay, 0), end: midnight(when.lastDay, 1) }
  const { start, end, days } = when
  return { ...common, start, end, ...(days > 1 && { repeating: { freq: 'DAILY' as ICalEventRepeatingFreq, count: days } }) }
}

/** Returns the local beginning of the day that is `later` days after `day`. */
function midnight(day: string, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}
