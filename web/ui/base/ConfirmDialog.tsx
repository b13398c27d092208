import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { showModal } from './modal.ts'

type ConfirmDialogProps = {
  question: string
  /** What should be known before answering. */
  children?: ReactNode
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is deleted. Cancel has the focus, so that Enter does no harm. */
export function ConfirmDialog({ question, children, isBusy, onConfirm, onCancel }: ConfirmDialogProps) {
  const id = useId()
  return (
    <dialog
      ref={showModal}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={children ? `${id}-more` : undefined}
      className="w-[min(440px,calc(100vw-32px))] max-w-none animate-rise rounded-dialog border border-line bg-surface p-6 shadow-dialog backdrop:bg-black/50"
      onCancel={(event) => {
        event.preventDefault()
        if (!isBusy) onCancel()
      }}
    >
      <h2 id={id} className="text-head">
        {question}
      </h2>
      {children && (
        <div id={`${id}-more`} className="mt-2 text-ink-2">
          {children}
        </div>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
        <Button look="danger" onClick={onConfirm} disabled={isBusy}>
          {isBusy ? 'Deleting...' : 'Delete'}
        </Button>
      </div>
    </dialog>
  )
}
