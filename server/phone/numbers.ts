import { type CountryCode, type PhoneNumber as Parsed, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { leastDigits } from '#contract/phone.ts'
import { type Candidate, candidatesIn } from './candidates.ts'

/** A phone number in a text. All digits are ASCII. */
export type PhoneNumber = {
  /** The address that dials it (RFC 3966): `tel:06601234567`, `tel:+431588580;ext=12`. */
  link: string
  /** The digits for the search: as dialled, national and international if the country is known, and all typed digits. */
  digits: readonly string[]
  /** The calling code; `undefined` when the country is unknown, or when the digits are only the end of a number. */
  callingCode: string | undefined
  /** The digits after the calling code, without leading zeros. */
  national: string
}

/** The most digits of a number (ITU-T E.164). */
const longestNumber = 15

/**
 * Returns the phone numbers in a text, in order, without the notes beside them; empty for a text without digits. `country` applies to numbers without
 * a calling code. When it is `undefined`, those numbers are kept as typed.
 */
export function phoneNumbersIn(text: string, country: CountryCode | undefined): PhoneNumber[] {
  const candidates = candidatesIn(text, {
    isPossible: (digits) => isPossible(digits, country),
    isValid: (digits) => isValid(digits, country),
  })
  const whole = candidates.filter(({ digits }) => digits.length >= (/^[0+]/.test(digits) ? 6 : 7))
  const numbers = whole.length > 0 ? whole : longestOf(candidates)
  return numbers.map((candidate) => numberOf(candidate, country))
}

/** Whether two numbers are presumably the same: one ends with the other, and their countries don't differ. */
export function isSameNumber(one: PhoneNumber, other: PhoneNumber): boolean {
  if (one.callingCode !== undefined && other.callingCode !== undefined && one.callingCode !== other.callingCode) return false
  if (Math.min(one.national.length, other.national.length) < leastDigits) return one.national === other.national
  return one.national.endsWith(other.national) || other.national.endsWith(one.national)
}

/** Returns the longest candidate: an extension alone, or a short number such as 144. */
const longestOf = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((one, other) => other.digits.length - one.digits.length).slice(0, 1)

function numberOf({ digits, typed, extension }: Candidate, country: CountryCode | undefined): PhoneNumber {
  const parsed = parse(digits, country)
  const known = parsed?.isPossible() ? parsed : undefined
  const dialled = digits.startsWith('+') && parsed ? parsed.number : digits
  const bare = dialled.replace('+', '')
  return {
    link: `tel:${dialled}${extension === undefined ? '' : `;ext=${extension}`}`,
    digits: [...new Set([bare, ...(known ? [known.formatNational().replace(/\D/g, ''), known.number.slice(1)] : []), typed])],
    callingCode: known && isWhole(digits, known) ? known.countryCallingCode : undefined,
    national: (known?.nationalNumber ?? bare).replace(/^0+/, ''),
  }
}

/** Whether digits are a whole number and not only its end: they begin with a prefix that is dialled before a number. */
const isWhole = (digits: string, parsed: Parsed) => /^[+0]/.test(digits) || digits !== parsed.nationalNumber

const isPossible = (digits: string, country: CountryCode | undefined): boolean =>
  digits.startsWith('+') || country !== undefined ? parse(digits, country)?.isPossible() === true : digits.length <= longestNumber

const isValid = (digits: string, country: CountryCode | undefined): boolean | undefined => {
  if (digits.startsWith('+') || country !== undefined) return parse(digits, country)?.isValid() === true
  return digits.length <= longestNumber ? undefined : false
}

const parse = (digits: string, country: CountryCode | undefined): Parsed | undefined =>
  digits.startsWith('+') || country !== undefined
    ? parsePhoneNumberFromString(digits, { ...(country && { defaultCountry: country }), extract: false })
    : undefined
