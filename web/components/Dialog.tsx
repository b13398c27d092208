import { X } from 'lucide-react'
import { type KeyboardEventHandler, type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './Button.tsx'
import { modal } from './modal.ts'

type DialogProps = {
  title: string
  onClose: () => void
  tools?: ReactNode
  /** How wide it grows, as a class. */
  width?: string
  /** Handles keys anywhere in the dialog. */
  onKeyDown?: KeyboardEventHandler<HTMLDialogElement>
  children: ReactNode
}

/** The browser's modal dialog: it traps the focus, closes on Escape and restores the focus. Open while it is rendered. */
export function Dialog({ title, onClose, tools, width = 'w-[min(760px,calc(100vw-32px))]', onKeyDown, children }: DialogProps) {
  const id = useId()
  const props = modal(onClose)
  return createPortal(
    <dialog
      {...props}
      closedby="any"
      aria-labelledby={id}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        props.onKeyDown(event)
      }}
      className={`${width} max-w-none animate-rise overflow-hidden rounded-dialog border border-line bg-surface text-ink shadow-dialog backdrop:bg-black/50`}
    >
      <header className="flex flex-wrap items-center gap-2 border-line border-b py-3 pr-3 pl-5">
        <h2 id={id} dir="auto" className="mr-auto min-w-0 flex-1 text-head">
          {title}
        </h2>
        {tools}
        <IconButton label="Close" onClick={onClose} Icon={X} size={18} />
      </header>
      {children}
    </dialog>,
    // Inside a form the dialog would be part of it: Enter in a search would submit that form.
    document.body,
  )
}
