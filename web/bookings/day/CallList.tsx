import type { Booking } from '#contract/bookings.ts'
import { today } from '#web/api/chain-day.ts'
import { PhoneLink } from '#web/bookings/PhoneLink.tsx'
import { StatusBadge } from '#web/bookings/StatusBadge.tsx'
import { Ago } from '#web/components/Ago.tsx'
import { dayInBrief, timeInWords } from '#web/components/dates.ts'
import { useContact } from './contact.ts'

type CallListProps = { title: string; bookings: readonly Booking[] }

/** Longer lists skip the layout of invisible rows, at the price of estimated heights. */
const few = 200
const outOfSight = '[contain-intrinsic-size:auto_32px] [content-visibility:auto]'

/** Bookings by their time, with a number to call each, and a tick for guests that were called. */
export function CallList({ title, bookings }: CallListProps) {
  const contact = useContact()
  return (
    <section aria-label={title} className="mb-8">
      <h2 className="mb-2 text-head tabular-nums">{title}</h2>
      <ul className="border-line border-t">
        {bookings.map((booking) => (
          <li
            key={booking._id}
            className={`grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-b py-1.5 lg:grid-cols-[9rem_minmax(0,3fr)_minmax(11rem,2fr)_6rem_6rem_14rem] ${bookings.length > few ? outOfSight : ''}`}
          >
            <Line booking={booking} onContact={contact} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type LineProps = { booking: Booking; onContact: (booking: Booking, isContacted: boolean) => void }

function Line({ booking, onContact }: LineProps) {
  const { date, time, fullName, phoneNumber, phoneLinks, status, note, contactedAt, contactedBy } = booking
  return (
    <>
      <time dateTime={`${date}T${time}`} className="grid-cols-2 gap-x-2 text-ink-2 tabular-nums lg:grid lg:whitespace-nowrap">
        <span>{dayInBrief(date, today())} </span>
        <span className="whitespace-nowrap font-[600] text-ink">{timeInWords(time)}</span>
      </time>
      <div className="min-w-0">
        <p className="font-[550]">
          <bdi>{fullName}</bdi>
        </p>
        {note && (
          <p dir="auto" className="whitespace-pre-line text-left text-ink-2 text-small wrap-anywhere">
            {note}
          </p>
        )}
      </div>
      <p className="whitespace-nowrap max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2">
        <PhoneLink number={phoneNumber} links={phoneLinks} />
      </p>
      <div className="max-lg:col-start-1 max-lg:row-start-2">
        <StatusBadge status={status} />
      </div>
      <label className="inline-flex min-h-8 cursor-pointer items-center gap-2 text-ink-2 pointer-coarse:min-h-11 max-lg:col-start-3 max-lg:row-start-1">
        <input
          type="checkbox"
          checked={contactedAt !== null}
          onChange={({ target }) => onContact(booking, target.checked)}
          className="size-4 accent-accent"
        />
        <span>
          Called<span className="sr-only"> {fullName}</span>
        </span>
      </label>
      {contactedAt && (
        <p className="text-ink-2 text-small max-lg:col-span-2 max-lg:col-start-2">
          Called by <bdi>{contactedBy}</bdi>, <Ago at={contactedAt} />
        </p>
      )}
    </>
  )
}
