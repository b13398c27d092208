import { Button } from '#web/components/Button.tsx'
import { Question } from '#web/components/Question.tsx'

type LeaveDialogProps = {
  /** What becomes of what was typed. */
  fate: string
  onStay: () => void
  /** Leaves; what was typed stays a draft. `undefined` where it can't. */
  onKeep?: (() => void) | undefined
  /** Leaves, and gives up what was typed. */
  onDiscard: () => void
}

/** Asks before a form is left with something in it that nobody has saved. */
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
