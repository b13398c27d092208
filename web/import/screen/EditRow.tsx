import { Pencil } from 'lucide-react'
import { IconButton } from '#web/components/Button.tsx'
import type { RowProps } from './row-props.ts'
import { rowName } from './words.ts'

/** Gives every cell of a row an input, or takes the inputs away where nothing needs fixing. */
export function EditRow({ row, columns, isLocked, dispatch }: RowProps) {
  const isOpen = columns.every(({ field }) => field === '' || row.opened.includes(field))
  if (row.done) return null
  return (
    <IconButton
      label={`Edit ${rowName(row)}`}
      Icon={Pencil}
      aria-expanded={isOpen}
      disabled={isLocked}
      onClick={() => dispatch({ kind: 'opened', id: row.id, isOpen: !isOpen })}
    />
  )
}
