import * as z from 'zod/mini'
import { addressIn, longestPasted } from './pasted-address.ts'
import { firstUnseen } from './unseen.ts'

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

/** Half a character, a surrogate without its other half, comes back from a database as something else. */
const unstorable = (label: string) => `${label} contains characters that can't be stored.`

/** At most 30 marks follow each other (Stream-Safe Text Format, UAX #15): sorting them takes the square of their number. */
const fewMarks = (label: string) =>
  z.refine<string>((text) => !/\p{M}{31}/u.test(text), {
    error: `${label} has too many accents on one letter. Delete some.`,
    abort: true,
  })

/** One line of text that stands somewhere already, such as the name of a branch: trimmed, not blank, no control characters. `most` counts UTF-16 units, as browsers' `maxlength` does. */
export function knownLine(label: string, most: number) {
  return z
    .string(required(label))
    .check(
      z.trim(),
      z.minLength(1, { error: `${label} is required.`, abort: true }),
      z.maxLength(most, { error: `${label} is too long: at most ${most} characters.`, abort: true }),
      fewMarks(label),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, unstorable(label)),
    )
}

/** One line of text that is being written: what is more, everything in it can be seen. */
export const line = (label: string, most: number) => knownLine(label, most).check(allSeen(label)).register(kinds, { kind: 'line' })

/** Several lines of text: trimmed, not blank, line breaks as `\n`, no other control characters but tabs, everything to be seen. */
export function paragraphs(label: string, most: number) {
  return z
    .string(required(label))
    .check(
      z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
      z.trim(),
      z.minLength(1, { error: `${label} is required.`, abort: true }),
      z.maxLength(most, { error: () => `${label} is too long: at most ${most.toLocaleString('en')} characters.`, abort: true }),
      fewMarks(label),
      z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u, unstorable(label)),
      allSeen(label),
    )
    .register(kinds, { kind: 'paragraphs' })
}

/** Nothing hidden: no zero-width and no direction-changing characters but where writing needs them. The sentence says which one, and where. */
const allSeen = (label: string) =>
  z.refine<string>((text) => firstUnseen(text) === undefined, {
    error: ({ input }) => `${label} contains a character that can't be seen${whichOne(String(input))}. Delete it, or type this part anew.`,
  })

function whichOne(text: string): string {
  const found = firstUnseen(text)
  if (!found) return ''
  const before = text
    .slice(0, found.at)
    .trimEnd()
    .slice(-40)
    .match(/\S{0,20}$/u)?.[0]
  return before ? ` (${found.code}, after "${before}")` : ` (${found.code}, at the beginning)`
}

const noDay = (label: string) => `${label} must be a day of the calendar, such as 2026-11-27.`
const noTime = (label: string) => `${label} must be a time of day, such as 19:30.`

/** A day as `yyyy-mm-dd` that the calendar has. */
export function calendarDate(label: string) {
  return z
    .string(required(label))
    .check(
      z.trim(),
      z.minLength(1, { error: `${label} is required.`, abort: true }),
      z.maxLength('2026-11-27'.length, { error: noDay(label), abort: true }),
      z.regex(z.regexes.date, noDay(label)),
    )
    .register(kinds, { kind: 'day' })
}

/** A time of day as `HH:mm`, 00:00 to 23:59. */
export function timeOfDay(label: string) {
  return z
    .string(required(label))
    .check(
      z.trim(),
      z.minLength(1, { error: `${label} is required.`, abort: true }),
      z.maxLength('19:30'.length, { error: noTime(label), abort: true }),
      z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, noTime(label)),
    )
    .register(kinds, { kind: 'time' })
}

/** The longest web address that is stored, in characters: what browsers and servers handle everywhere. */
const longestAddress = 2000

/** A web address that is safe in a link or a frame: http or https, with a host, without user name or password. Of pasted text the address in it is stored: see `addressIn`. */
export function webAddress(label: string, hint: string) {
  const tooLong = () => `${label} is too long: at most ${longestAddress.toLocaleString('en')} characters.`
  return z
    .string(required(label))
    .check(
      z.maxLength(longestPasted, { error: tooLong, abort: true }),
      z.trim(),
      z.overwrite(addressIn),
      z.minLength(1, { error: `${label} is required.`, abort: true }),
      z.maxLength(longestAddress, { error: tooLong, abort: true }),
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
    firstUnseen(text) ||
    !URL.canParse(text)
  )
    return false
  const { hostname, username, password } = new URL(text)
  return hostname !== '' && username === '' && password === ''
}
