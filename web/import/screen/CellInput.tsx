import { type ChangeEvent, type KeyboardEvent, useId } from 'react'
import type { CellProps } from './row-props.ts'
import { rowName } from './words.ts'

/** The text of a cell in an input. The row is checked again when the focus leaves, and with Enter. */
export function CellInput({ row, field, at, target, errors, dispatch }: CellProps) {
  const id = useId()
  const error = errors?.[field]
  const done = () => row.isTyping && dispatch({ kind: 'left input', id: row.id })
  const input = {
    'aria-label': `${target.fields[field]?.label ?? field}, ${rowName(row)}`,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : id,
    dir: 'auto',
    value: row.cells[at] ?? '',
    className: 'input min-w-32 !min-h-9 !px-2 !py-1.5',
    onBlur: done,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      dispatch({ kind: 'typed', id: row.id, field, text: event.target.value }),
  }
  return (
    <>
      {target.long.includes(field) ? (
        <textarea {...input} rows={2} />
      ) : (
        <input {...input} autoComplete="off" onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && done()} />
      )}
      {error && (
        <p id={id} className="mt-1 text-bad">
          {error}
        </p>
      )}
    </>
  )
}
