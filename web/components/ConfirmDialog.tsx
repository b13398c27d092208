import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Question } from './Question.tsx'

type ConfirmDialogProps = {
  question: string
  /** What a person calls the one that is deleted. */
  name?: string
  /** What should be known before answering. */
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
