import * as z from 'zod/mini'

/** An iCalendar file: its name without an extension, and its text. */
export const CalendarFile = z.object({ name: z.string(), text: z.string() })
export type CalendarFile = z.output<typeof CalendarFile>

/** The properties of a call that answers with an iCalendar file (RFC 5545). */
export const calendarCall = { method: 'GET', access: 'staff', answer: CalendarFile, calendar: true } as const
