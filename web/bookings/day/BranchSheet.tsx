import { type Booking, bookingStatuses, canceled, type Visit } from '#contract/bookings.ts'
import { grouped } from '#contract/phone.ts'
import { OtherNumbers } from '#web/bookings/PhoneLink.tsx'
import { timeInWords, weekdayInWords } from '#web/components/dates.ts'

/**
 * The bookings of one branch on one day by time, printed on a page of its own. A page (A4 or Letter) has room for forty: the longest number fits
 * one line, and longer names are cut off. Canceled bookings are only counted.
 */
export function BranchSheet({ bookings }: { bookings: readonly Visit[] }) {
  const [{ branchName, day } = { branchName: '', day: '' }] = bookings
  const coming = bookings.filter(({ status }) => status !== canceled)
  const left = bookings.length - coming.length
  const title = `${branchName}, ${weekdayInWords(day)}`
  return (
    <section
      aria-label={title}
      className="mb-8 rounded-card border border-line bg-surface p-5 print:m-0 print:max-w-none print:not-last:break-after-page print:border-0 print:p-0 print:text-[9pt]/[4mm] max-sm:p-3"
    >
      <header className="mb-3 flex flex-wrap items-baseline gap-x-4 print:mb-[2mm]">
        <h2 className="text-head">
          <bdi>{branchName}</bdi>
        </h2>
        <p>{weekdayInWords(day)}</p>
        <p className="ml-auto text-ink-2 tabular-nums">
          {coming.length === 1 ? '1 booking' : `${coming.length} bookings`}
          {left > 0 && ` (${left} canceled not shown)`}
        </p>
      </header>
      {coming.length > 0 && (
        <table className="w-full text-left sm:table-fixed">
          <caption className="sr-only">{title}</caption>
          <thead className="text-ink-2 text-small">
            <tr className={line}>
              <th scope="col" className={`${cell} sm:w-24 print:w-[10%]`}>
                Time
              </th>
              <th scope="col" className={cell}>
                Name
              </th>
              <th scope="col" className={`${cell} sm:w-[30%] print:w-[35%]`}>
                Phone
              </th>
              <th scope="col" className={`${cell} w-24 max-sm:hidden print:w-[11%]`}>
                Status
              </th>
              <th scope="col" className={`${cell} w-[16%] max-sm:hidden`}>
                Code
              </th>
            </tr>
          </thead>
          <tbody>
            {coming.map((booking) => (
              <Line key={booking._id} {...booking} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const line = 'break-inside-avoid border-line-strong border-b align-top'
const cell = 'py-1.5 pr-3 font-[500] last:pr-0 print:py-[0.5mm]'

function Line({ time, fullName, phoneNumber, phoneLinks, status, promoCode, discountPercentage, note }: Booking) {
  const [dial, ...others] = phoneLinks
  const code = promoCode && (
    <>
      {discountPercentage}% <bdi>{promoCode}</bdi>
    </>
  )
  return (
    <tr className={line}>
      <td className={`${cell} whitespace-nowrap font-[650] tabular-nums`}>{timeInWords(time)}</td>
      <th scope="row" className={`${cell} print:truncate`}>
        <bdi>{fullName}</bdi>
        <span className="block text-ink-2 text-small sm:hidden">
          {bookingStatuses[status]} {code}
        </span>
        {note && (
          <span dir="auto" className="block whitespace-pre-line text-ink-2 text-small wrap-anywhere print:text-[8pt]">
            {note}
          </span>
        )}
      </th>
      <td className={`${cell} whitespace-nowrap tabular-nums print:text-[8pt]`}>
        <a href={dial} className="hover:underline">
          <bdi>{grouped(phoneNumber)}</bdi>
        </a>
        <OtherNumbers links={others} />
      </td>
      <td className={`${cell} max-sm:hidden`}>{bookingStatuses[status]}</td>
      <td className={`${cell} max-sm:hidden print:truncate`}>{code}</td>
    </tr>
  )
}
