import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconLink } from '#web/router/ButtonLink.tsx'

/** The link from a list to its trash. */
export function TrashLink() {
  return (
    <IconLink to="?trash=1" label="Trash">
      <Trash2 size={16} aria-hidden="true" />
    </IconLink>
  )
}

/** What an empty list has in place of its tools: all that was in it may lie there, and all that is to come among the `drafts`. */
export function OnlyTrash({ drafts }: { drafts?: ReactNode }) {
  return (
    <div className="mb-3 flex items-center justify-end gap-1">
      {drafts}
      <TrashLink />
    </div>
  )
}
