import { useState } from 'react'
import type { BookingNumber } from '#contract/booking-numbers.ts'
import type { Days } from '#contract/listing.ts'
import { today } from '#web/api/chain-day.ts'
import { dayInBrief, monthInWords, weekdayInBrief } from '#web/components/dates.ts'
import { formatCount } from '#web/components/format-count.ts'
import { moveFocus } from '#web/components/move-focus.ts'
import { axisOf } from './axis.ts'
import { Bar } from './Bar.tsx'
import { ChartFrame, labelledPlaces } from './ChartFrame.tsx'
import { withGaps } from './gaps.ts'
import { daysOfMonth } from './months.ts'
import { inWords, sizeOf, statuses } from './statuses.ts'

type TimeChartProps = {
  /** Counts of days or of months, earliest first. */
  lines: readonly BookingNumber[]
  /** The first and the last day that are counted. */
  period: Days
  asked: readonly string[] | undefined
  onPick: (date: string[]) => void
}

/**
 * A bar for each day or month: a click filters by it, another click returns to the month or to all. The chart is one tab stop with arrow
 * keys. The label shows the pointed or focused bar, and a table serves screen readers.
 */
export function TimeChart({ lines, period, asked = [], onPick }: TimeChartProps) {
  const bars = withGaps(lines, period)
  const [at, setAt] = useState(0)
  const [told, setTold] = useState<BookingNumber>()
  const most = Math.max(...bars.map(sizeOf))
  const stop = Math.min(at, bars.length - 1)
  const axis = axisOf(most)
  const isLabelled = labelledPlaces(bars.length)
  const title = bars[0]?.by === 'month' ? 'Per month' : 'Per day'
  const shown = told && bars.find(({ value }) => value === told.value)
  return (
    <section>
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3 text-small">
        <h3 className="font-[600] text-base">{title}</h3>
        <p aria-hidden="true" className="text-ink-2 tabular-nums">
          {shown ? `${nameOf(shown)}: ${inWords(shown)}` : `(peak ${formatCount(most)})`}
        </p>
      </div>
      <ChartFrame axis={axis} labels={bars.map((bar, index) => (isLabelled(index) ? briefly(bar) : ''))}>
        <div
          role="toolbar"
          aria-label={title}
          className="absolute inset-0 flex items-stretch gap-px sm:gap-1"
          onKeyDown={(event) => moveFocus(event, neighbour)}
          onPointerLeave={() => setTold(undefined)}
          onBlur={() => setTold(undefined)}
        >
          {bars.map((bar, index) => {
            const days = daysIn(bar)
            const isAsked = asked.length === 1 && asked[0] === days
            return (
              <button
                key={bar.value}
                type="button"
                tabIndex={index === stop ? 0 : -1}
                aria-pressed={isAsked}
                aria-label={`${nameOf(bar)}: ${inWords(bar)}`}
                className="flex min-w-2 flex-1 items-end rounded-t-control -outline-offset-2 hover:bg-sunk/60 aria-pressed:bg-accent-soft"
                onFocus={() => {
                  setAt(index)
                  setTold(bar)
                }}
                onPointerEnter={() => setTold(bar)}
                onClick={() => onPick(isAsked ? around(bar) : [days])}
              >
                <Bar counts={bar} most={axis.at(-1) ?? 1} direction="up" />
              </button>
            )
          })}
        </div>
      </ChartFrame>
      {/* A table is as wide as it likes. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{title === 'Per day' ? 'Day' : 'Month'}</th>
              {statuses.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.value}>
                <th scope="row">{nameOf(line)}</th>
                {statuses.map(({ name }) => (
                  <td key={name}>{line[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** From bar to bar (https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/). */
const neighbour = (key: string, at: number, { length }: { length: number }): number | undefined =>
  ({ ArrowRight: Math.min(at + 1, length - 1), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: length - 1 })[key]

const nameOf = ({ by, value }: BookingNumber) => (by === 'month' ? monthInWords(value) : weekdayInBrief(value, today()))
const briefly = ({ by, value }: BookingNumber) => (by === 'month' ? monthInWords(value) : dayInBrief(value, today()))
/** The month of a day; none for a month. */
const around = ({ by, value }: BookingNumber) => (by === 'month' ? [] : [daysOfMonth(value.slice(0, 7))])
const daysIn = ({ by, value }: BookingNumber) => (by === 'month' ? daysOfMonth(value) : `${value}..${value}`)
