import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOwner } from '#web/api/person.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { Button } from '#web/components/Button.tsx'
import { focusHeading } from '#web/components/focus.ts'
import { formatCount } from '#web/components/format-count.ts'
import { idIn } from '#web/router/paths.ts'
import { DraftsDialog } from './DraftsDialog.tsx'
import { draftEntries } from './find.ts'
import { draftList } from './server-drafts.ts'
import { syncDrafts } from './sync.ts'

export type UnsavedDraftsProps = {
  config: ResourceConfig
  /** The field that a record is called by. */
  titleField: string
}

/** A button on a list with the number of unsaved drafts of its forms. Empty without drafts. */
export function UnsavedDrafts({ config: { at, one }, titleField }: UnsavedDraftsProps) {
  const owner = useOwner()
  const { data: list = [] } = useQuery(draftList)
  const [isOpen, setIsOpen] = useState(false)
  // An earlier page of this tab may have left some that it could not send.
  useEffect(() => void syncDrafts(), [])
  if (owner === undefined) return null
  const drafts = draftEntries(list, owner).filter(({ path }) => path === at.add || idIn(at.edit(':id'), path) !== undefined)
  if (drafts.length === 0 && !isOpen) return null

  function close() {
    setIsOpen(false)
    // The button that would get the focus back is gone with the last of them.
    if (drafts.length === 0) focusHeading()
  }

  return (
    <>
      <Button look="quiet" className="!min-h-8 !px-2 text-small pointer-coarse:!min-h-11" onClick={() => setIsOpen(true)} Icon={Pencil}>
        <span>
          {formatCount(drafts.length)} <span className="max-2xl:sr-only">unsaved </span>
          {drafts.length === 1 ? 'draft' : 'drafts'}
        </span>
      </Button>
      {isOpen && <DraftsDialog owner={owner} one={one} newAt={at.add} titleField={titleField} drafts={drafts} onClose={close} />}
    </>
  )
}
