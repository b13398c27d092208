import { PencilLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOwner } from '#web/api/person.ts'
import type { Face } from '#web/face.ts'
import { idIn } from '#web/paths.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { inFigures } from '#web/ui/base/figures.ts'
import { DraftsDialog } from './DraftsDialog.tsx'
import { type Left, leftBehind } from './left.ts'

export type UnsavedDraftsProps = {
  face: Face
  /** The field that a record is called by. */
  titleField: string
}

/** Says on a list what somebody left unsaved in its forms, and leads there. Nothing where there is nothing. */
export function UnsavedDrafts({ face, titleField }: UnsavedDraftsProps) {
  const owner = useOwner()
  const drafts = useLeftBehind(owner, face)
  const [isOpen, setIsOpen] = useState(false)
  if (owner === undefined || (drafts.length === 0 && !isOpen)) return null
  return (
    <>
      <Button look="quiet" className="!min-h-8 !px-2 text-small pointer-coarse:!min-h-11" onClick={() => setIsOpen(true)}>
        <PencilLine size={14} aria-hidden="true" />
        {drafts.length === 1 ? '1 unsaved draft' : `${inFigures(drafts.length)} unsaved drafts`}
      </Button>
      {isOpen && <DraftsDialog owner={owner} face={face} titleField={titleField} drafts={drafts} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** When another tab may have saved, given up or left one. */
const occasions = ['storage', 'focus', 'visibilitychange']

function useLeftBehind(owner: string | undefined, { at }: Face): Left[] {
  const [drafts, setDrafts] = useState<Left[]>([])
  useEffect(() => {
    if (owner === undefined) return
    let isGone = false
    async function look(whose: string) {
      const found = await leftBehind(whose, (path) => path === at.add || idIn(at.edit(':id'), path) !== undefined)
      if (!isGone) setDrafts(found)
    }
    const again = () => void look(owner)
    again()
    for (const event of occasions) addEventListener(event, again)
    return () => {
      isGone = true
      for (const event of occasions) removeEventListener(event, again)
    }
  }, [owner, at])
  return drafts
}
