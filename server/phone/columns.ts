import type { CountryCode } from 'libphonenumber-js/min'
import { phoneCountry } from './country.ts'
import { type PhoneNumber, phoneNumbersIn } from './numbers.ts'

/**
 * Returns the search digits of the numbers in a phone field, separated by spaces. Each number has its digits as dialled and all digits as typed. A
 * number of a known country also has its national digits and its international digits without +. In Austria `0660 1234567` gives `06601234567
 * 436601234567`.
 */
export const phoneDigitsOf = (text: string, country?: CountryCode): string => digitsOf(phoneNumbersIn(text, country))

/** Returns the columns of a booking that derive from its phone number, in the chain's country. */
export function phoneColumns(text: string): { phoneDigits: string; phoneLinks: string } {
  const numbers = phoneNumbersIn(text, phoneCountry())
  return { phoneDigits: digitsOf(numbers), phoneLinks: JSON.stringify(numbers.map(({ link }) => link)) }
}

const digitsOf = (numbers: readonly PhoneNumber[]) => [...new Set(numbers.flatMap(({ digits }) => digits))].join(' ')
