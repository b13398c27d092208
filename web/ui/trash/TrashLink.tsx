import { Trash2 } from 'lucide-react'
import { IconLink } from '#web/ui/base/Button.tsx'

/** Leads from a list to what was deleted from it. */
export function TrashLink() {
  return (
    <IconLink to="?trash=1" label="Trash">
      <Trash2 size={16} aria-hidden="true" />
    </IconLink>
  )
}
