import { Users } from 'lucide-react'
import { Button } from '#web/ui/base/Button.tsx'

/** Somebody else saved the same item first: which of the two shall it be? */
export function Conflict({ isBusy, onKeep, onUse }: { isBusy: boolean; onKeep: () => void; onUse: () => void }) {
  return (
    <div
      role="alert"
      className="mb-5 flex animate-rise flex-wrap items-center gap-3 rounded-control bg-wait-soft px-4 py-3 text-wait forced-colors:border"
    >
      <Users size={18} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-[650]">Somebody else changed this in the meantime.</strong> Nothing has been saved yet: keep your changes,
        or go on with theirs.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKeep} disabled={isBusy}>
          Keep my changes
        </Button>
        <Button look="quiet" className="!text-wait" onClick={onUse} disabled={isBusy}>
          Use the current version
        </Button>
      </div>
    </div>
  )
}
