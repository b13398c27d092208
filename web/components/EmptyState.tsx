import type { ReactNode } from 'react'
import { Mark } from './Mark.tsx'

/** Says what belongs here, and offers the one next step. */
export function EmptyState({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid animate-rise justify-items-center rounded-card border border-line-strong border-dashed px-6 py-10 text-center">
      <EmptyWords title={title} text={text} />
      {children}
    </div>
  )
}

/** The content without a frame, for containers that have one. */
export function EmptyWords({ title, text }: { title: string; text: ReactNode }) {
  return (
    <div className="grid justify-items-center pt-6 text-ink">
      <div className="mb-5 grid size-16 place-items-center rounded-full bg-accent-soft">
        <Mark size={32} />
      </div>
      <h2 className="text-head">{title}</h2>
      <p className="mt-1 mb-5 max-w-md text-balance text-ink-2">{text}</p>
    </div>
  )
}
