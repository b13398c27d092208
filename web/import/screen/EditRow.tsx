import { Pencil } from 'lucide-react'
import { IconButton } from '#web/components/Button.tsx'
import type { RowProps } from './row-props.ts'
import { rowName } from './words.ts'

/** Gives every cell of a row an input. */
export function EditRow({ row, columns, isLocked, dispatch }: RowProps) {
  const isOpen = columns.every(({ field }) => field === '' || row.opened.includes(field))
  if (row.done || isOpen) return null
  return (
    <IconButton label={`Edit ${rowName(row)}`} Icon={Pencil} disabled={isLocked} onClick={() => dispatch({ kind: 'opened', id: row.id })} />
  )
}
