import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { today } from '#contract/dates.ts'
import { weekdayInWords } from '#web/ui/base/dates.ts'
import { Entry } from '#web/ui/list/Entry.tsx'
import type { Marked } from '#web/ui/list/marked.ts'
import { chunkSize, type Heights, useWindow } from '#web/ui/list/window.ts'

type BookingDaysProps = {
  label: string
  /** The columns of a day's bookings, as classes. */
  columns: string
  bookings: Booking[]
  marked: Marked
  heights: Heights
  /** Hears which of the bookings are near the window. */
  onShow: (from: number, to: number) => void
  children: (booking: Booking) => ReactNode
}

/** Bookings under a heading for each day; of many only those near the window. */
export function BookingDays({ label, columns, bookings, marked, heights, onShow, children }: BookingDaysProps) {
  const list = useRef<HTMLDivElement>(null)
  const { chunks, shown, heightOf } = useWindow(
    list,
    bookings.length,
    heights,
    bookings.findIndex(({ _id }) => _id === marked?.id),
  )
  const [first = 0, last = 0] = [shown[0], shown.at(-1)]
  useLayoutEffect(() => onShow(first * chunkSize, (last + 1) * chunkSize))
  return (
    <section ref={list} aria-label={label} className="grid gap-4">
      {Array.from({ length: chunks }, (_, chunk) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a gap is nothing but its place
        if (!shown.includes(chunk)) return <div key={chunk} style={{ height: heightOf(chunk) }} />
        const days = Map.groupBy(bookings.slice(chunk * chunkSize, (chunk + 1) * chunkSize), ({ date }) => date)
        const begun = bookings[chunk * chunkSize - 1]?.date
        return [...days].map(([day, ofDay]) => (
          <div key={ofDay[0]?._id ?? day} data-chunk={chunk}>
            {/* A day that began further up has its heading there. */}
            {day !== begun && <h2 className="mt-2 mb-3 text-head tabular-nums">{dayHeading(day)}</h2>}
            <ul aria-label={dayHeading(day)} className={`grid ${columns}`}>
              {ofDay.map((booking) => (
                <Entry key={booking._id} id={booking._id} marked={marked}>
                  {children(booking)}
                </Entry>
              ))}
            </ul>
          </div>
        ))
      })}
    </section>
  )
}

/** 'Today, Saturday 21 November 2026' */
function dayHeading(day: string): string {
  const tomorrow = new Date(`${today()}T00:00`)
  tomorrow.setDate(tomorrow.getDate() + 1)
  const near = day === today() ? 'Today, ' : day === today(tomorrow) ? 'Tomorrow, ' : ''
  return near + weekdayInWords(day)
}
