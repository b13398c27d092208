import type { ReactNode } from 'react'
import { formatCount } from '#web/components/format-count.ts'

type ChartFrameProps = {
  /** The values of the vertical axis, from 0. */
  axis: readonly number[]
  /** The label below each bar; '' for most of them. */
  labels: readonly string[]
  children: ReactNode
}

/** The axes of a chart around its bars. Where there are too many bars for the window, they scroll beside the vertical axis. */
export function ChartFrame({ axis, labels, children }: ChartFrameProps) {
  const top = axis.at(-1) ?? 1
  const at = (value: number) => ({ bottom: `${(value / top) * 100}%` })
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div aria-hidden="true" className="mt-2 h-32 text-ink-3 text-tiny tabular-nums">
        <div className="relative h-full">
          <span className="invisible">{formatCount(top)}</span>
          {axis.map((value) => (
            <span key={value} className="absolute right-0 translate-y-1/2" style={at(value)}>
              {formatCount(value)}
            </span>
          ))}
        </div>
      </div>
      <div className="overflow-x-auto pt-2">
        <div style={{ minWidth: `${9 * labels.length}px`, maxWidth: `${4 * labels.length}rem` }}>
          <div className="relative h-32">
            {axis.map((value) => (
              <div key={value} aria-hidden="true" className="absolute inset-x-0 border-line border-t" style={at(value)} />
            ))}
            {children}
          </div>
          <div aria-hidden="true" className="flex h-5 gap-px pt-1 text-ink-3 text-tiny sm:gap-1">
            {labels.map((label, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the labels have no order of their own
              <span key={place} className="relative min-w-2 flex-1">
                {label && (
                  <span className={`absolute whitespace-nowrap ${place === labels.length - 1 && place > 0 ? 'right-0' : 'left-0'}`}>
                    {label}
                  </span>
                )}
              </span>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Returns the places, of so many bars, that have room for a label: the first, and about five in all. */
export function labelledPlaces(bars: number): (place: number) => boolean {
  const every = Math.ceil(bars / 5)
  return (place) => place % every === 0
}
