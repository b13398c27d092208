import { useState } from 'react'
import type { BookingNumber } from '#contract/booking-numbers.ts'
import { formatCount } from '#web/components/format-count.ts'
import { Bar } from './Bar.tsx'
import { inWords, sizeOf } from './statuses.ts'

/** The number of lines before "show all". */
const few = 6

type CountTableProps = {
  title: string
  note?: string
  /** The longest first. */
  lines: readonly BookingNumber[]
  /** What the list is narrowed down to. */
  asked: readonly string[] | undefined
  onPick: (value: string) => void
}

/** Bookings by the values of a field, with bars: a click filters the list by a value, another click removes the filter. */
export function CountTable({ title, note, lines, asked = [], onPick }: CountTableProps) {
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(...lines.map(sizeOf))
  const shown = isWhole ? lines : lines.slice(0, few)
  return (
    <section className="min-w-0">
      <table className="w-full table-fixed text-left text-small tabular-nums">
        <caption className="mb-1 text-left">
          <span className="font-[600] text-base text-ink">{title}</span>
          {note && <span className="ml-3 text-ink-2">{note}</span>}
        </caption>
        <colgroup>
          <col className="w-2/5" />
          <col />
          <col className="w-14" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Share</th>
            <th scope="col">Bookings</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => {
            const { value, discountPercentage: percentage } = line
            return (
              <tr key={`${value} ${percentage}`} title={inWords(line)} className="hover:bg-sunk has-aria-pressed:bg-accent-soft">
                <th scope="row" className="font-[500]">
                  <button
                    type="button"
                    aria-pressed={asked.includes(value)}
                    className="flex min-h-7 w-full items-center gap-2 rounded-control px-1 text-left pointer-coarse:min-h-11"
                    onClick={() => onPick(value)}
                  >
                    <bdi className="truncate">{value}</bdi>
                    {percentage > 0 && <span className="shrink-0 text-ink-2">{percentage}%</span>}
                  </button>
                </th>
                <td>
                  <Bar counts={line} most={most} direction="across" />
                </td>
                <td className="pl-2 text-right font-[600]">
                  {formatCount(sizeOf(line))}
                  <span className="sr-only">: {inWords(line)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {lines.length > few && (
        <button
          type="button"
          className="mt-1 min-h-7 rounded-control px-1 font-[550] text-accent-text text-small hover:underline pointer-coarse:min-h-11"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${formatCount(lines.length)}`}
        </button>
      )}
    </section>
  )
}
