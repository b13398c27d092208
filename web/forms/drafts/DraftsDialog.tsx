import { useEffect, useState } from 'react'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { Button } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { momentInWords } from '#web/components/dates.ts'
import { Link } from '#web/router/Link.tsx'
import { entryOf, removeEntry } from './entries.ts'
import { type OrphanedDraft, type ReadDraft, readOrphan } from './orphans.ts'
import { withDraft } from './useOrphanedDraft.ts'

type DraftsDialogProps = {
  owner: string
  config: ResourceConfig
  titleField: string
  drafts: OrphanedDraft[]
  onClose: () => void
}

/** The unsaved drafts of a list: each can be continued or discarded. Discarding can be undone until the dialog closes. */
export function DraftsDialog({ owner, config, titleField, drafts, onClose }: DraftsDialogProps) {
  const [shown, setShown] = useState<ReadDraft[]>()
  // The drafts at the time of opening: a discarded draft stays, with its Undo.
  const [ids] = useState(() => drafts.map(({ id }) => id))
  useEffect(() => {
    let isGone = false
    void Promise.all(ids.map((id) => readOrphan({ owner, id }))).then((read) => {
      if (!isGone) setShown(read.filter((each) => each !== undefined))
    })
    return () => {
      isGone = true
    }
  }, [owner, ids])
  return (
    <Dialog title="Unsaved drafts" width="w-[min(520px,calc(100vw-32px))]" onClose={onClose}>
      <ul className="max-h-[60vh] divide-y divide-line overflow-y-auto px-5">
        {shown?.map((draft) => (
          <Row
            key={draft.id}
            draft={draft}
            title={titleIn(draft, titleField) || `Untitled ${config.one}`}
            isNew={draft.path === config.at.add}
            owner={owner}
            onFollow={onClose}
          />
        ))}
      </ul>
      <p className="border-line border-t px-5 py-3 text-ink-3 text-small">
        {shown?.length === 0 ? unread(ids.some((id) => entryOf({ owner, id }))) : 'Drafts are kept in this browser for a week.'}
      </p>
    </Dialog>
  )
}

/** Why none of them is shown. */
const unread = (isStillThere: boolean) =>
  isStillThere ? "These drafts can't be read right now. Try again later." : 'These drafts could no longer be read and were removed.'

const titleIn = ({ draft: { values } }: ReadDraft, titleField: string) => String(Reflect.get(values, titleField) ?? '').trim()

type RowProps = { draft: ReadDraft; title: string; isNew: boolean; owner: string; onFollow: () => void }

function Row({ draft: { id, path, at }, title, isNew, owner, onFollow }: RowProps) {
  const [bringBack, setBringBack] = useState<() => void>()

  function undo() {
    bringBack?.()
    setBringBack(undefined)
  }

  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        {bringBack ? (
          <p dir="auto" className="truncate text-ink-3 line-through">
            {title}
          </p>
        ) : (
          <Link to={path} state={withDraft(id)} onClick={onFollow} className="block font-[550] hover:underline">
            <span dir="auto" className="block truncate">
              {title}
            </span>
          </Link>
        )}
        <p className="text-ink-2 text-small">
          {isNew ? 'New draft' : 'Changes'} from {momentInWords(at)}
        </p>
      </div>
      {/* One button with two meanings, so that the focus stays. */}
      <Button
        look="quiet"
        aria-label={bringBack ? `Restore the draft of ${title}` : `Discard the draft of ${title}`}
        onClick={bringBack ? undo : () => setBringBack(() => removeEntry({ owner, id }))}
      >
        {bringBack ? 'Undo' : 'Discard'}
      </Button>
    </li>
  )
}
