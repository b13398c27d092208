import * as z from 'zod/mini'
import { addressIn, longestPasted } from './pasted-address.ts'
import { oneLine, severalLines, storable } from './text.ts'

/** A UUIDv7 as text (RFC 9562). */
export const recordId = z.uuid('This is not an id.')

const noVersion = 'version must be the number of a version.'
/** The number of a version, as far as PostgreSQL's `integer` goes. */
export const versionNumber = z.int(noVersion).check(z.lte(2 ** 31 - 1, noVersion))

/** What every stored item carries besides its own fields. Times are ISO 8601 in UTC. */
export const record = {
  _id: recordId,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
}

/** What a field is beyond its type: the server looks after pictures, telephone numbers and the names of branches, and tests know what each takes. */
export type Kind = 'line' | 'paragraphs' | 'day' | 'time' | 'address' | 'image' | 'images' | 'phone' | 'branch'
export const kinds = z.registry<{ kind: Kind }>()

const required = (label: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? `${label} is required.` : `${label} must be text.`),
})

/**
 * Text in its canonical form, not blank, of at most `most` UTF-16 units, as browsers' `maxlength` counts. What is typed may be longer than what is
 * stored of it, up to a length at which it is refused unread.
 */
function text(label: string, most: number, form: (typed: string) => string) {
  const tooLong = { error: () => `${label} is too long: at most ${most.toLocaleString('en')} characters.`, abort: true }
  return z
    .string(required(label))
    .check(
      z.maxLength(4 * most, tooLong),
      z.overwrite(form),
      z.minLength(1, { error: `${label} is required.`, abort: true }),
      z.maxLength(most, tooLong),
      z.regex(storable, `${label} contains characters that can't be stored.`),
    )
}

/** One line of text that stands somewhere already, such as the name of a branch. */
export const knownLine = (label: string, most: number) => text(label, most, oneLine)

/** One line of text that is being written. */
export const line = (label: string, most: number) => knownLine(label, most).register(kinds, { kind: 'line' })

/** Several lines of text, line breaks as `\n`. */
export const paragraphs = (label: string, most: number) => text(label, most, severalLines).register(kinds, { kind: 'paragraphs' })

/** Nothing that is a day, or a time, is longer. */
const longestMoment = 40

/** The days that are taken unless said: whoever types a year of two digits means none of the first century. */
export const days = { first: '1900-01-01', last: '2200-12-31' } as const
/** Every day that can be written, for whoever only asks. */
export const anyDay = { first: '0000-01-01', last: '9999-12-31' } as const

/** A day as `yyyy-mm-dd` that the calendar has, from `first` to `last`. */
export function calendarDate(label: string, { first = days.first, last = days.last }: { first?: string; last?: string } = {}) {
  const years = `${label} must be a day from ${first.slice(0, 4)} to ${last.slice(0, 4)}. Write the year with four digits.`
  return moment(label, z.regexes.date, 10, `${label} must be a day of the calendar, such as 2026-11-27.`)
    .check(z.refine((day) => !z.regexes.date.test(day) || (first <= day && day <= last), years))
    .register(kinds, { kind: 'day' })
}

/** A time of day as `HH:mm`, 00:00 to 23:59. */
export const timeOfDay = (label: string) =>
  moment(label, /^([01]\d|2[0-3]):[0-5]\d$/, 5, `${label} must be a time of day, such as 19:30.`).register(kinds, { kind: 'time' })

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

/** The longest web address that is stored, in characters: what browsers and servers handle everywhere. */
const longestAddress = 2000

/** A web address that is safe in a link or a frame: http or https, with a host, without user name or password. Of pasted text the address in it is stored: see `addressIn`. */
export function webAddress(label: string, hint: string) {
  const tooLong = { error: () => `${label} is too long: at most ${longestAddress.toLocaleString('en')} characters.`, abort: true }
  return z
    .string(required(label))
    .check(
      z.maxLength(longestPasted, tooLong),
      z.overwrite((typed) => addressIn(oneLine(typed))),
      z.minLength(1, { error: `${label} is required.`, abort: true }),
      z.maxLength(longestAddress, tooLong),
      z.refine(isWebAddress, `This is not a web address. ${hint}`),
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
