import { useId } from 'react'
import { Button } from '#web/ui/base/Button.tsx'
import { showModal } from '#web/ui/base/modal.ts'
import type { Keeper } from '#web/ui/drafts/keeper.ts'

/** What becomes of the draft, by where it lies. */
const fates = {
  browser: 'What you typed is kept in this browser as a draft, for a week. Nobody else can read it.',
  tab: 'What you typed is kept as a draft in this tab, until you close it.',
  nowhere: 'This browser has no room left to keep what you typed.',
}

type LeaveDialogProps = {
  where: ReturnType<Keeper['where']>
  onStay: () => void
  /** Leaves; what was typed stays a draft as far as it could be kept. */
  onLeave: () => void
  /** Leaves and gives up what was typed. */
  onDiscard: () => void
}

/** Asks before a form is left with something in it that nobody has saved. Stay has the focus, and Escape means it. */
export function LeaveDialog({ where, onStay, onLeave, onDiscard }: LeaveDialogProps) {
  const id = useId()
  return (
    <dialog
      ref={showModal}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-fate`}
      className="w-[min(480px,calc(100vw-32px))] max-w-none animate-rise rounded-dialog border border-line bg-surface p-6 shadow-dialog backdrop:bg-black/50"
      onCancel={(event) => {
        event.preventDefault()
        onStay()
      }}
    >
      <h2 id={id} className="text-head">
        Leave without saving?
      </h2>
      <p id={`${id}-fate`} className="mt-2 text-ink-2">
        {fates[where ?? 'nowhere']}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:flex-col">
        <Button onClick={onStay}>Stay</Button>
        <Button onClick={onDiscard}>{where ? 'Discard' : 'Leave and discard'}</Button>
        {where && (
          <Button look="primary" onClick={onLeave}>
            Keep draft and leave
          </Button>
        )}
      </div>
    </dialog>
  )
}
