import * as z from 'zod/mini'
import { addressIn, longestPasted } from './pasted-address.ts'
import { oneLine, severalLines, storable } from './text.ts'

/** A UUIDv7 as text (RFC 9562). */
export const recordId = z.uuid('This is not a valid id.')

/** The number of a version in the field `name`, up to the largest value of PostgreSQL's `integer`. */
export function numberOfVersion(name: string) {
  const noVersion = `"${name}" must be a version number.`
  return z.int(noVersion).check(z.lte(2 ** 31 - 1, noVersion))
}
export const versionNumber = numberOfVersion('version')

/** The fields that every stored item has in addition to its own. Times are ISO 8601 in UTC. */
export const record = {
  _id: recordId,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
}

/** The meaning of a field beyond its type. The server processes pictures, phone numbers and branch names by kind; tests choose values by kind. */
export type Kind = 'line' | 'paragraphs' | 'day' | 'time' | 'address' | 'image' | 'images' | 'phone' | 'branch'
export const kinds = z.registry<{ kind: Kind }>()

const required = (label: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? `${label} is required.` : `${label} must be text.`),
})

/**
 * Text in its canonical form, of at most `most` UTF-16 units, as browsers' `maxlength` counts. The typed text may be longer than its canonical
 * form, up to a length above which it is refused unread.
 */
function text(label: string, most: number, form: (typed: string) => string) {
  const tooLong = { error: () => `${label} is too long: at most ${most.toLocaleString('en')} characters.`, abort: true }
  return z
    .string(required(label))
    .check(
      z.maxLength(4 * most, tooLong),
      z.overwrite(form),
      z.maxLength(most, tooLong),
      z.regex(storable, `${label} contains characters that can't be stored.`),
    )
}

const filled = (label: string) => z.minLength(1, `${label} is required.`)

/** One line of text that already exists, such as the name of a branch. */
export const knownLine = (label: string, most: number) => text(label, most, oneLine).check(filled(label))

/** One line of text that the user writes. */
export const line = (label: string, most: number) => knownLine(label, most).register(kinds, { kind: 'line' })

/** One line of text that the user writes, or '' for none. */
export const optionalLine = (label: string, most: number) => text(label, most, oneLine).register(kinds, { kind: 'line' })

/** Several lines of text, line breaks as `\n`. */
export const paragraphs = (label: string, most: number) =>
  text(label, most, severalLines).check(filled(label)).register(kinds, { kind: 'paragraphs' })

/** Several lines of text, or '' for none. */
export const optionalParagraphs = (label: string, most: number) => text(label, most, severalLines).register(kinds, { kind: 'paragraphs' })

/** The longest input for a day or a time, in characters. Longer input is neither. */
const longestMoment = 40

/** The default range of days. A year typed with two digits doesn't mean the first century. */
export const days = { first: '1900-01-01', last: '2200-12-31' } as const
/** Every day that can be written, for queries that store nothing. */
export const anyDay = { first: '0000-01-01', last: '9999-12-31' } as const

/** A day as `yyyy-mm-dd` that exists in the calendar, from `first` to `last`. */
export function calendarDate(label: string, { first = days.first, last = days.last }: { first?: string; last?: string } = {}) {
  const years = `${label} must be from ${first.slice(0, 4)} to ${last.slice(0, 4)}. Enter the year with four digits.`
  return moment(label, z.regexes.date, 10, `${label} must be a valid date, such as 2026-11-27.`)
    .check(z.refine((day) => !z.regexes.date.test(day) || (first <= day && day <= last), years))
    .register(kinds, { kind: 'day' })
}

/** A day as in `calendarDate`, or '' for none. */
export const dayOrNone = (label: string, last: string = days.last) =>
  z.union([z.literal(''), calendarDate(label, { last })], `${label} must be a valid date, such as 2026-11-27, or empty.`)

/** A record's first day must not be after its last day. A day that is '' sets no limit. */
export const daysInOrder = z.refine<{ firstDay: string; lastDay: string }>(
  ({ firstDay, lastDay }) => firstDay === '' || lastDay === '' || firstDay <= lastDay,
  { error: 'The last day must not be before the first day.', path: ['lastDay'] },
)

/** A time of day as `HH:mm`, 00:00 to 23:59. */
export const timeOfDay = (label: string) =>
  moment(label, /^([01]\d|2[0-3]):[0-5]\d$/, 5, `${label} must be a valid time, such as 19:30.`).register(kinds, { kind: 'time' })

/** A time as in `timeOfDay`, or '' for none. */
export const timeOrNone = (label: string) =>
  z.union([z.literal(''), timeOfDay(label)], `${label} must be a valid time, such as 19:30, or empty.`)

function moment(label: string, form: RegExp, length: number, sentence: string) {
  return z
    .string(required(label))
    .check(
      z.maxLength(longestMoment, { error: sentence, abort: true }),
      z.overwrite(oneLine),
      z.minLength(1, { error: `${label} is required.`, abort: true }),
      z.maxLength(length, { error: sentence, abort: true }),
      z.regex(form, sentence),
    )
}

/** The longest web address that is stored, in characters: browsers and servers support this length everywhere. */
const longestAddress = 2000

/**
 * A web address that is safe in a link or a frame: http or https, with a host, without credentials. Pasted text is reduced to its address
 * (`addressIn`).
 */
export function webAddress(label: string, hint: string) {
  const tooLong = { error: () => `${label} is too long: at most ${longestAddress.toLocaleString('en')} characters.`, abort: true }
  return z
    .string(required(label))
    .check(
      z.maxLength(longestPasted, tooLong),
      z.overwrite((typed) => addressIn(oneLine(typed))),
      z.minLength(1, { error: `${label} is required.`, abort: true }),
      z.maxLength(longestAddress, tooLong),
      z.refine(isWebAddress, `This is not a valid web address. ${hint}`),
    )
    .register(kinds, { kind: 'address' })
}

/** Whether `text` is an absolute http(s) address with a host and without user name or password. */
export function isWebAddress(text: string): boolean {
  if (
    text.length > longestAddress ||
    !/^https?:\/\/[^\s/]/i.test(text) ||
    /[\s\\\p{Cc}\p{Cf}\p{Cs}]/u.test(text) ||
    oneLine(text) !== text ||
    !URL.canParse(text)
  )
    return false
  const { hostname, username, password } = new URL(text)
  return hostname !== '' && username === '' && password === ''
}
