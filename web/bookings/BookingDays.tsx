import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { daysAfter } from '#contract/dates.ts'
import { today } from '#web/api/chain-day.ts'
import { weekdayInWords } from '#web/components/dates.ts'
import { Entry } from '#web/lists/Entry.tsx'
import type { Highlighted } from '#web/lists/highlighted.ts'
import { type Paged, Pages } from '#web/lists/Pages.tsx'
import { DayLinks } from './day/DayLinks.tsx'

type BookingDaysProps = Paged<Booking> & {
  label: string
  /** Classes for the columns of a day's bookings, and for the gap between two parts of a long day. */
  columns: string
  seam: string
  marked: Highlighted
  children: (booking: Booking) => ReactNode
}

/** Bookings under a heading for each day. */
export function BookingDays({ label, columns, seam, marked, children, ...paged }: BookingDaysProps) {
  return (
    <section aria-label={label}>
      <Pages {...paged} kept={marked?.id}>
        {(items, start) => {
          const begun = paged.items[start - 1]?.date
          return [...Map.groupBy(items, ({ date }) => date)].map(([day, ofDay]) => (
            <div key={day} className={day === begun ? seam : start === 0 ? 'pt-6 first:pt-0' : 'pt-6'}>
              {/* A day that began further up has its heading there. */}
              {day !== begun && (
                <div className="reveals mb-2 flex flex-wrap items-baseline gap-x-4">
                  <h2 className="text-head tabular-nums">{dayHeading(day)}</h2>
                  <DayLinks day={day} />
                </div>
              )}
              <ul aria-label={dayHeading(day)} data-day className={`grid ${columns}`}>
                {ofDay.map((booking) => (
                  <Entry key={booking._id} id={booking._id} marked={marked}>
                    {children(booking)}
                  </Entry>
                ))}
              </ul>
            </div>
          ))
        }}
      </Pages>
    </section>
  )
}

/** 'Today, Saturday 21 November 2026' */
function dayHeading(day: string): string {
  const near = day === today() ? 'Today, ' : day === daysAfter(today(), 1) ? 'Tomorrow, ' : ''
  return near + weekdayInWords(day)
}
