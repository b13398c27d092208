import { type ReactNode, useState } from 'react'
import { formatTotal, nounOf } from '#web/components/format-count.ts'

type FoundProps = {
  /** The number of matches; `undefined` while it is unknown. */
  total: number | undefined
  /** The number stays unknown, because the request has failed. */
  hasFailed: boolean
  noun: string
  /** Controls for the order or the view of the results. */
  children?: ReactNode
}

/** How many there are. Until the next answer it says what the last one was: every word of it is read out. */
export function ResultCount({ total, hasFailed, noun, children }: FoundProps) {
  const [said, setSaid] = useState('')
  const before = hasFailed ? '' : said
  const now = total === undefined ? before : `${formatTotal(total)} ${nounOf(total, noun)}`
  if (now !== said) setSaid(now)
  return (
    <div className="ml-auto flex items-center gap-3 max-lg:w-full">
      {/* As wide as a million, so that nothing moves when the number arrives. */}
      <p role="status" className="min-h-[1lh] min-w-28 whitespace-nowrap text-ink-3 text-small tabular-nums max-lg:mr-auto lg:text-right">
        {now}
      </p>
      {children}
    </div>
  )
}
