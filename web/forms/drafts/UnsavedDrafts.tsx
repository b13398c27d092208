import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOwner } from '#web/api/person.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { Button } from '#web/components/Button.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { idIn } from '#web/router/paths.ts'
import { DraftsDialog } from './DraftsDialog.tsx'
import { broughtBack } from './entries.ts'
import { type OrphanedDraft, orphanedDrafts } from './orphans.ts'

export type UnsavedDraftsProps = {
  config: ResourceConfig
  /** The field that a record is called by. */
  titleField: string
}

/** A button on a list with the number of unsaved drafts of its forms. Empty without drafts. */
export function UnsavedDrafts({ config, titleField }: UnsavedDraftsProps) {
  const owner = useOwner()
  const [drafts, setDrafts] = useState<OrphanedDraft[]>([])
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (owner === undefined) return
    let later: ReturnType<typeof setTimeout>
    const look = () => void draftsOfList(config, owner).then(setDrafts)
    // A tab that was just closed may still hold the lock of its draft.
    const lookTwice = () => {
      look()
      clearTimeout(later)
      later = setTimeout(look, 1_000)
    }
    lookTwice()
    for (const event of occasions) addEventListener(event, lookTwice)
    return () => {
      clearTimeout(later)
      for (const event of occasions) removeEventListener(event, lookTwice)
    }
  }, [owner, config])
  if (owner === undefined || (drafts.length === 0 && !isOpen)) return null

  async function close(whose: string) {
    const left = await draftsOfList(config, whose)
    setDrafts(left)
    setIsOpen(false)
    // The button that would get the focus back is gone with the last of them.
    if (left.length === 0) document.querySelector<HTMLElement>('h1')?.focus()
  }

  return (
    <>
      <Button look="quiet" className="!min-h-8 !px-2 text-small pointer-coarse:!min-h-11" onClick={() => setIsOpen(true)}>
        <Pencil size={16} aria-hidden="true" />
        {drafts.length === 1 ? '1 unsaved draft' : `${formatCount(drafts.length)} unsaved drafts`}
      </Button>
      {isOpen && <DraftsDialog owner={owner} config={config} titleField={titleField} drafts={drafts} onClose={() => void close(owner)} />}
    </>
  )
}

/** When another tab may have saved, given up or left one, and when one that was given up is back. */
const occasions = ['storage', 'focus', 'visibilitychange', broughtBack]

const draftsOfList = ({ at }: ResourceConfig, owner: string) =>
  orphanedDrafts(owner, (path) => path === at.add || idIn(at.edit(':id'), path) !== undefined)
