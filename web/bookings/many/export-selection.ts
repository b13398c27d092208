import { type Booking, bookings as calls } from '#contract/bookings.ts'
import { tableFields, tableHead, tableLines } from '#contract/table.ts'
import { today } from '#web/api/chain-day.ts'
import { csvSeparator } from '#web/api/csv-separator.ts'
import { copy } from '#web/components/clipboard.ts'
import { formatCount } from '#web/components/format-count.ts'
import { download } from '#web/lists/download.ts'
import { notify } from '#web/toasts/notices.ts'

const fields = tableFields(calls.get.answer)

/** Puts exactly these into a file for spreadsheets, with the columns that the whole list has. */
export const exportSelection = (bookings: readonly Booking[]): Promise<void> =>
  download(async () => {
    const separator = csvSeparator()
    const lines = [tableHead(fields, separator), tableLines(bookings, fields, separator)]
    return new File(lines, `bookings-${today()}.csv`, { type: 'text/csv' })
  })

/** Their phone numbers as they were typed, one below the other, each once. */
export async function copyNumbers(bookings: readonly Booking[]): Promise<void> {
  const numbers = [...new Set(bookings.map(({ phoneNumber }) => phoneNumber))]
  const isCopied = await copy(numbers.join('\n'))
  if (!isCopied) notify({ text: "This browser doesn't allow copying.", failed: true })
  else notify({ text: numbers.length === 1 ? '1 phone number copied.' : `${formatCount(numbers.length)} phone numbers copied.` })
}
