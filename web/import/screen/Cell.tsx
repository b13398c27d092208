import { Picture } from '#web/components/Picture.tsx'
import { textOf } from '#web/import/state/check.ts'
import { CellInput } from './CellInput.tsx'
import type { CellProps } from './row-props.ts'

/** A cell of the preview: the value as it would be stored, with the one that it replaces; or an input where something needs fixing. */
export function Cell(props: CellProps) {
  const { row, field, at, errors, isLocked } = props
  const isOpen = row.opened.includes(field) || errors?.[field] !== undefined
  if (isOpen && !row.done && !isLocked) return <CellInput {...props} />
  const { check } = row
  const values = check && 'values' in check ? check.values : {}
  const text = Object.hasOwn(values, field) ? textOf(values[field]) : (row.cells[at] ?? '')
  return (
    <>
      <Value text={text} />
      {errors?.[field] && <p className="text-bad">{errors[field]}</p>}
      {check?.kind === 'changed' && Object.hasOwn(check.values, field) && (
        <div className="mt-0.5 text-ink-3">
          <Value lead="was: " text={textOf(check.before[field]) || 'empty'} />
        </div>
      )}
    </>
  )
}

function Value({ text, lead = '' }: { text: string; lead?: string }) {
  if (text.startsWith('/media/'))
    return (
      <span className="flex gap-1.5">
        {lead}
        {text.split(/[;\n,] ?/).map((url) => (
          <span key={url} className="relative inline-block h-12 w-9 overflow-hidden rounded-control border border-line">
            <Picture url={url} alt="Image" sizes="36px" />
          </span>
        ))}
      </span>
    )
  return (
    <span dir="auto" className="wrap-anywhere line-clamp-3 whitespace-pre-line">
      {lead + text}
    </span>
  )
}
