import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Stored } from '#web/api/resource.ts'
import { Button } from '#web/components/Button.tsx'
import { ConfirmDialog } from '#web/components/ConfirmDialog.tsx'
import { counted } from '#web/components/format-count.ts'
import type { BarProps } from './BarFrame.tsx'
import { toTrash } from './bulk-actions.ts'
import { removeAll } from './removal.ts'

type DeleteButtonProps<Item extends Stored> = Pick<BarProps<Item>, 'target' | 'selection' | 'warning' | 'bar' | 'isHere'>

/** Deletes the selected records after one question. */
export function DeleteButton<Item extends Stored>({ target, selection: { items }, warning, ...place }: DeleteButtonProps<Item>) {
  // The records at the time of the question: later changes by others are not part of the answer.
  const [asked, setAsked] = useState<readonly Item[]>()

  function confirm(these: readonly Item[]) {
    setAsked(undefined)
    void removeAll(toTrash(target, these), place)
  }

  const words = (count: number) => counted(count, target.noun)
  return (
    <>
      {/* An icon alone on a phone. */}
      <Button
        aria-label={`Delete ${words(items.length)}`}
        onClick={() => setAsked(items)}
        className="mr-1 max-sm:mr-0 max-sm:border-transparent max-sm:bg-transparent max-sm:px-2.5 max-sm:shadow-none"
        Icon={Trash2}
      >
        <span className="max-sm:sr-only">Delete</span>
      </Button>
      {asked && (
        <ConfirmDialog
          question={`Are you sure you want to delete ${asked.length === 1 ? `this ${target.noun}` : `these ${words(asked.length)}`}?`}
          isBusy={false}
          onConfirm={() => confirm(asked)}
          onCancel={() => setAsked(undefined)}
        >
          {warning?.(asked)}
        </ConfirmDialog>
      )}
    </>
  )
}
