import { Users } from 'lucide-react'
import type { Changed } from '#contract/live.ts'
import { useOpenRecord } from '#web/api/live.ts'
import type { Stored } from '#web/api/resource.ts'
import { Button } from '#web/components/Button.tsx'
import { inWords } from './kept.ts'

type PresenceNoticeProps = {
  one: string
  /** The collection that it is of, as the server calls it. */
  of: string
  /** The version that the form is based on. */
  item: Stored
  isTyped: boolean
  /** Loads the stored version into an unchanged form. */
  onShow: () => void
}

/** The names of others who have the record open, and their latest change. The line lies in the margin of the head, so the notice moves nothing. */
export function PresenceNotice({ one, of, item, isTyped, onShow }: PresenceNoticeProps) {
  const { names, changed } = useOpenRecord(of, item._id)
  const latest = changed && changed.version > item.version ? changed : undefined
  return (
    <div className="-mt-5 mb-1 flex h-5 items-center gap-2 text-small">
      <p role="status" className="flex min-w-0 items-center gap-1.5 text-wait">
        {(latest || names.length > 0) && <Users size={14} className="shrink-0" />}
        <span className="truncate">
          {latest ? <Change one={one} changed={latest} isTyped={isTyped} /> : names.length > 0 && <Others one={one} names={names} />}
        </span>
      </p>
      {latest && !isTyped && !isGone(latest) && (
        <Button look="quiet" onClick={onShow} className="-my-2">
          Show changes
        </Button>
      )}
    </div>
  )
}

const isGone = ({ action }: Changed) => action === 'delete' || action === 'erase'

function Change({ one, changed, isTyped }: { one: string; changed: Changed; isTyped: boolean }) {
  const who = <bdi>{changed.by ?? 'Another user'}</bdi>
  if (isGone(changed))
    return (
      <>
        {who} has just deleted this {one}
        {isTyped && '; your changes are kept'}.
      </>
    )
  return (
    <>
      {who} has just changed this {one}
      {isTyped && '; saving will merge both changes'}.
    </>
  )
}

const Others = ({ one, names }: { one: string; names: readonly string[] }) => (
  <>
    <bdi>{inWords(names)}</bdi> also {names.length === 1 ? 'has' : 'have'} this {one} open.
  </>
)
