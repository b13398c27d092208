import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Question } from './Question.tsx'

type ConfirmDialogProps = {
  question: string
  /** The name of the record to delete. */
  name?: string
  /** Facts to know before answering. */
  children?: ReactNode
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is deleted. */
export function ConfirmDialog({ question, name, children, isBusy, onConfirm, onCancel }: ConfirmDialogProps) {
  const cancel = () => !isBusy && onCancel()
  return (
    <Question
      title={question}
      more={
        <>
          {name && (
            <div dir="auto" className="font-[550] text-ink">
              {name}
            </div>
          )}
          {children}
        </>
      }
      onCancel={cancel}
    >
      <Button onClick={cancel} aria-disabled={isBusy}>
        Cancel
      </Button>
      <Button look="danger" onClick={() => !isBusy && onConfirm()} aria-disabled={isBusy}>
        {isBusy ? 'Deleting...' : 'Delete'}
      </Button>
    </Question>
  )
}
