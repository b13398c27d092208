import { phoneCountry } from '#server/phone/country.ts'
import { isSameNumber, phoneNumbersIn } from '#server/phone/numbers.ts'

/** Tells of a booking whether any of its phone numbers is one of those in `sought`. */
export function sharesNumber(sought: string): (booking: { phoneNumber: string }) => boolean {
  const country = phoneCountry()
  const numbers = phoneNumbersIn(sought, country)
  const known = new Map<string, boolean>()
  const isShared = (text: string) => phoneNumbersIn(text, country).some((one) => numbers.some((other) => isSameNumber(one, other)))
  // Most bookings of a guest have the number in the same form.
  return ({ phoneNumber }) => {
    const answer = known.get(phoneNumber) ?? isShared(phoneNumber)
    known.set(phoneNumber, answer)
    return answer
  }
}
