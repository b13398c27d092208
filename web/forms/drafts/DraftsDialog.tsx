import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { momentInWords } from '#web/components/dates.ts'
import { Link } from '#web/router/Link.tsx'
import type { ReadDraft } from './draft.ts'
import { type DraftEntry, readDraft } from './find.ts'
import { draftKeeper } from './keeper.ts'
import { withDraft } from './useFoundDraft.ts'

type DraftsDialogProps = {
  owner: string
  /** 'movie' */
  one: string
  /** The path of the form for a new record. */
  newAt: string
  titleField: string
  drafts: DraftEntry[]
  onClose: () => void
}

/** The unsaved drafts of a list: each can be continued or discarded. Discarding can be undone until the dialog closes. */
export function DraftsDialog({ owner, one, newAt, titleField, drafts, onClose }: DraftsDialogProps) {
  // The drafts at the time of opening: a discarded draft stays, with its Undo.
  const [entries] = useState(drafts)
  const { data: shown } = useQuery({
    queryKey: ['read drafts', owner, entries],
    queryFn: async () => (await Promise.all(entries.map((entry) => readDraft(entry, owner)))).filter((each) => each !== undefined),
    staleTime: 'static',
    gcTime: 0,
  })
  return (
    <Dialog title="Unsaved drafts" width="w-[min(520px,calc(100vw-32px))]" onClose={onClose}>
      <ul className="max-h-[60vh] divide-y divide-line overflow-y-auto px-5">
        {shown?.map((draft) => (
          <Row
            key={draft.id}
            draft={draft}
            title={titleIn(draft, titleField) || firstsIn(draft) || `Untitled ${one}`}
            isNew={draft.path === newAt}
            owner={owner}
            onFollow={onClose}
          />
        ))}
      </ul>
      <p className="border-line border-t px-5 py-3 text-ink-3 text-small">
        {shown?.length === 0
          ? "These drafts can't be read right now. Try again later."
          : 'Drafts are kept for a week. Only you can read them.'}
      </p>
    </Dialog>
  )
}

const titleIn = ({ draft: { values } }: ReadDraft, titleField: string) => String(Reflect.get(values, titleField) ?? '').trim()

/** The first two values that were filled in: '+44 20 7946 0120, Harbour'. Addresses and days don't describe a draft. */
const firstsIn = ({ draft: { values } }: ReadDraft): string =>
  Object.values(values)
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '' && !/^(?:https?:|\/|\d{4}-)/.test(value))
    .slice(0, 2)
    .join(', ')

type RowProps = { draft: ReadDraft; title: string; isNew: boolean; owner: string; onFollow: () => void }

function Row({ draft, title, isNew, owner, onFollow }: RowProps) {
  const { id, path, at } = draft
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
        onClick={bringBack ? undo : () => setBringBack(() => draftKeeper({ owner, path }, draft).drop())}
      >
        {bringBack ? 'Undo' : 'Discard'}
      </Button>
    </li>
  )
}
