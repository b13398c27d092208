import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { panelRow, rowTool } from '#web/components/Button.tsx'
import { Link } from '#web/router/Link.tsx'

/** The link from a list to its trash. */
export function TrashLink({ isInPanel = false }: { isInPanel?: boolean }) {
  return (
    <Link to="?trash=1" className={isInPanel ? panelRow : rowTool}>
      <Trash2 size={16} className="text-ink-3" />
      Trash
    </Link>
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
