import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { panelRow, rowTool } from '#web/components/Button.tsx'
import { Link } from '#web/router/Link.tsx'
import { ImportLink } from './ImportLink.tsx'

/** The link from a list to its trash. */
export function TrashLink({ isInPanel = false }: { isInPanel?: boolean }) {
  return (
    <Link to="?trash=1" className={isInPanel ? panelRow : rowTool}>
      <Trash2 size={16} className="text-ink-3" />
      Trash
    </Link>
  )
}

/** The tools of an empty list: the import, the trash and the `drafts`, which may still have items. */
export function OnlyTrash({ drafts, hasImport }: { drafts?: ReactNode; hasImport: boolean }) {
  return (
    <div className="mb-3 flex items-center justify-end gap-1">
      {drafts}
      {hasImport && <ImportLink />}
      <TrashLink />
    </div>
  )
}
