import type { Booking } from '#contract/bookings.ts'
import { copy } from '#web/components/clipboard.ts'
import { counted } from '#web/components/format-count.ts'
import { notify } from '#web/toasts/notices.ts'

/** Copies the phone numbers as they were typed, one below the other, each once. */
export async function copyNumbers(bookings: readonly Booking[]): Promise<void> {
  const numbers = [...new Set(bookings.map(({ phoneNumber }) => phoneNumber))]
  const isCopied = await copy(numbers.join('\n'))
  if (!isCopied) notify({ text: "This browser doesn't allow copying.", failed: true })
  else notify({ text: `${counted(numbers.length, 'phone number')} copied.` })
}
