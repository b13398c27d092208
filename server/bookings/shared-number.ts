import { phoneCountry } from '#server/phone/country.ts'
import { isSameNumber, phoneNumbersIn } from '#server/phone/numbers.ts'

/** Returns a function that tests whether a booking has one of the phone numbers in `sought`. */
export function sharesNumber(sought: string): (booking: { phoneNumber: string }) => boolean {
  const country = phoneCountry()
  const numbers = phoneNumbersIn(sought, country)
  const known = new Map<string, boolean>()
  const isShared = (text: string) => phoneNumbersIn(text, country).some((one) => numbers.some((other) => isSameNumber(one, other)))
  // A guest's bookings mostly have the number in the same notation, so results are cached by text.
  return ({ phoneNumber }) => {
    const answer = known.get(phoneNumber) ?? isShared(phoneNumber)
    known.set(phoneNumber, answer)
    return answer
  }
}
