import type { CountryCode } from 'libphonenumber-js/min'
import { phoneCountry } from './country.ts'
import { type PhoneNumber, phoneNumbersIn } from './numbers.ts'

/**
 * The digits that find the numbers in a phone field, separated by spaces: of each number as dialled and, where its country is known, inside
 * the country and from abroad without the +, and all of its digits as typed. In Austria `0660 1234567` gives `06601234567 436601234567`.
 */
export const phoneDigitsOf = (text: string, country?: CountryCode): string => digitsOf(phoneNumbersIn(text, country))

/** The columns of a booking that its phone number decides, in the chain's country. */
export function phoneColumns(text: string): { phoneDigits: string; phoneLinks: string } {
  const numbers = phoneNumbersIn(text, phoneCountry())
  return { phoneDigits: digitsOf(numbers), phoneLinks: JSON.stringify(numbers.map(({ link }) => link)) }
}

const digitsOf = (numbers: readonly PhoneNumber[]) => [...new Set(numbers.flatMap(({ digits }) => digits))].join(' ')
