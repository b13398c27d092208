import { type ReactNode, type Ref, useId } from 'react'

type PanelFrameProps = { title: string; head?: Ref<HTMLHeadingElement>; children: ReactNode }

/** What opens under the head of the page. */
export function PanelFrame({ title, head, children }: PanelFrameProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-6 animate-rise rounded-card border border-line bg-surface p-5 shadow-resting">
      <h2 id={id} ref={head} tabIndex={-1} className="wrap-anywhere mb-4 text-head">
        {title}
      </h2>
      {children}
    </section>
  )
}
