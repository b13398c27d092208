import { Button } from '#web/components/Button.tsx'
import { Question } from '#web/components/Question.tsx'

type LeaveDialogProps = {
  /** The consequence for the unsaved input. */
  fate: string
  onStay: () => void
  /** Leaves and keeps the input as a draft; `undefined` where that is impossible. */
  onKeep?: (() => void) | undefined
  onDiscard: () => void
}

/** Asks before the user leaves a form with unsaved input. */
export function LeaveDialog({ fate, onStay, onKeep, onDiscard }: LeaveDialogProps) {
  return (
    <Question title="Leave without saving?" more={fate} onCancel={onStay}>
      <Button onClick={onStay}>Stay</Button>
      <Button onClick={onDiscard}>{onKeep ? 'Discard' : 'Leave and discard'}</Button>
      {onKeep && (
        <Button look="primary" onClick={onKeep}>
          Keep draft and leave
        </Button>
      )}
    </Question>
  )
}
