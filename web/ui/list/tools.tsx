import { type ReactNode, useState } from 'react'
import type { Asked } from '#web/api/lists.ts'
import { isNarrowed } from './list-state.ts'

/** Chips in a row; on a phone they stay in one line, which can be pushed aside. */
export function Strip({ children }: { children: ReactNode }) {
  return (
    <div className="relative flex items-center gap-2 empty:hidden max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap [&_fieldset]:max-sm:flex-nowrap [&>*]:shrink-0">
      {children}
    </div>
  )
}

type FoundProps = {
  /** How many there are of what was asked for; `undefined` while nobody knows. */
  total: number | undefined
  asked: Asked
  /** What sets how they are shown. */
  children?: ReactNode
}

/** How many there are. Until the next answer it says what the last one was: every word of it is read out. */
export function Found({ total, asked, children }: FoundProps) {
  const [said, setSaid] = useState('')
  const now = total === undefined ? said : `${total.toLocaleString()} ${isNarrowed(asked) ? 'found' : 'in all'}`
  if (now !== said) setSaid(now)
  return (
    <div className="ml-auto flex items-center gap-3 max-sm:w-full max-sm:flex-wrap max-sm:justify-between">
      {/* As wide as a million, so that nothing moves when the number arrives. */}
      <p role="status" className="min-h-[1lh] min-w-28 whitespace-nowrap text-ink-3 text-small tabular-nums sm:text-right">
        {now}
      </p>
      {children}
    </div>
  )
}

/** Says what a link asks for and the list doesn't know (any more). */
export function GoneFilters({ gone }: { gone: string[] }) {
  if (gone.length === 0) return null
  return (
    <p role="status" className="rounded-control bg-sunk px-3 py-2 text-ink-2">
      This link asks for something that this list doesn’t know any more ({gone.join(', ')}). It shows the rest.
    </p>
  )
}
