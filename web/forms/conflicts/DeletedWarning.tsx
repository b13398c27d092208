import { Trash2 } from 'lucide-react'
import { reasonOf } from '#web/api/reason.ts'
import { Button } from '#web/components/Button.tsx'

type GoneProps = {
  /** The singular, as used in a sentence: 'movie'. */
  one: string
  isForGood: boolean
  /** Why it could not be brought back. */
  failure: Error | null
  isBusy: boolean
  onRestore: () => void
  onSaveAsNew: () => void
}

/** The warning that another user has deleted the record, with ways to keep the input. */
export function DeletedWarning({ one, isForGood, failure, isBusy, onRestore, onSaveAsNew }: GoneProps) {
  return (
    <div
      role="alert"
      className="mb-5 flex animate-rise flex-wrap items-center gap-3 rounded-control bg-wait-soft px-4 py-3 text-wait forced-colors:border"
    >
      <Trash2 size={18} className="shrink-0" />
      <div className="min-w-0 flex-1 basis-64">
        <p>
          <strong className="font-[650]">
            Another user has {isForGood ? 'permanently erased' : 'deleted'} this {one}.
          </strong>{' '}
          Your changes are still here.
        </p>
        {failure && !isForGood && (
          <p className="mt-1">
            The {one} couldn't be restored. {reasonOf(failure)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isForGood && (
          <Button look="primary" onClick={onRestore} aria-disabled={isBusy}>
            Restore and save
          </Button>
        )}
        <Button look={isForGood ? 'primary' : 'plain'} onClick={onSaveAsNew} aria-disabled={isBusy}>
          Save as new
        </Button>
      </div>
    </div>
  )
}
