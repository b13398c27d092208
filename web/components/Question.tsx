import { type ReactNode, useId } from 'react'
import { modal } from './modal.ts'

type QuestionProps = {
  title: string
  /** Facts to know before answering. */
  more?: ReactNode
  /** Escape means it. */
  onCancel: () => void
  /** The answers. The first one has the focus, so that Enter does no harm. */
  children: ReactNode
}

/** Asks something that has to be answered before anybody goes on. */
export function Question({ title, more, onCancel, children }: QuestionProps) {
  const id = useId()
  return (
    <dialog
      {...modal(onCancel)}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={more ? `${id}-more` : undefined}
      className="w-[min(480px,calc(100vw-32px))] max-w-none animate-rise rounded-dialog border border-line bg-surface p-6 shadow-dialog backdrop:bg-black/50"
    >
      <h2 id={id} className="text-head">
        {title}
      </h2>
      {more && (
        <div id={`${id}-more`} className="mt-2 text-ink-2 empty:hidden">
          {more}
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">{children}</div>
    </dialog>
  )
}
