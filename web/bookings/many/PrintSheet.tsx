import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { type Booking, bookingStatuses } from '#contract/bookings.ts'
import { dayInWords, timeInWords } from '#web/components/dates.ts'

/** Prints exactly these bookings when it is mounted, and calls `onDone` after printing. */
export function PrintSheet({ bookings, onDone }: { bookings: readonly Booking[]; onDone: () => void }) {
  useEffect(() => {
    addEventListener('afterprint', onDone, { once: true })
    print()
    return () => removeEventListener('afterprint', onDone)
  }, [onDone])
  return createPortal(
    <table className="print-alone w-full text-left text-small">
      <caption className="pb-2 text-left text-head">Bookings</caption>
      <thead>
        <tr>
          {['Date', 'Time', 'Name', 'Branch', 'Phone', 'Code', 'Status', 'Note'].map((head) => (
            <th key={head} scope="col" className={cell}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bookings.map(({ _id, date, time, fullName, branchName, phoneNumber, promoCode, status, note }) => (
          <tr key={_id} className="break-inside-avoid">
            <td className={cell}>{dayInWords(date)}</td>
            <td className={cell}>{timeInWords(time)}</td>
            <td dir="auto" className={cell}>
              {fullName}
            </td>
            <td dir="auto" className={cell}>
              {branchName}
            </td>
            <td className={cell}>{phoneNumber}</td>
            <td className={cell}>{promoCode}</td>
            <td className={cell}>{bookingStatuses[status]}</td>
            <td dir="auto" className={`${cell} whitespace-pre-line`}>
              {note}
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
    document.body,
  )
}

const cell = 'border-line-strong border-b py-1 pr-3 align-top'
