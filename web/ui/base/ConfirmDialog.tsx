import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Question } from './Question.tsx'

type ConfirmDialogProps = {
  question: string
  /** What should be known before answering. */
  children?: ReactNode
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is deleted. */
export function ConfirmDialog({ question, children, isBusy, onConfirm, onCancel }: ConfirmDialogProps) {
  return (
    <Question title={question} more={children} onCancel={() => !isBusy && onCancel()}>
      <Button onClick={onCancel} disabled={isBusy}>
        Cancel
      </Button>
      <Button look="danger" onClick={onConfirm} disabled={isBusy}>
        {isBusy ? 'Deleting...' : 'Delete'}
      </Button>
    </Question>
  )
}
