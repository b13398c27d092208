import { useId } from 'react'
import type { Job } from '#web/import/running/job.ts'
import { isIncluded, kindOf } from '#web/import/state/kinds.ts'
import type { ImportState, Row } from '#web/import/state/state.ts'
import type { RowProps } from './row-props.ts'
import { rowName } from './words.ts'

const box = 'block size-4.5 accent-accent disabled:opacity-45'

/** Whether the import writes a row. A row that needs fixing can't be chosen before it is fixed. */
export function Include({ row, kind, isIncluded: isIn, isLocked, dispatch }: RowProps) {
  return (
    <input
      type="checkbox"
      aria-label={`Import ${rowName(row)}`}
      className={box}
      checked={isIn}
      disabled={isLocked || (kind !== 'new' && kind !== 'changed')}
      onChange={({ target }) => dispatch({ kind: 'left out', ids: [row.id], isLeftOut: !target.checked })}
    />
  )
}

type IncludeAllProps = { state: ImportState; rows: readonly Row[]; dispatch: Job['dispatch']; isLocked: boolean }

/** The same for all rows under the filter, on all pages. */
export function IncludeAll({ state, rows, dispatch, isLocked }: IncludeAllProps) {
  const id = useId()
  const open = rows.filter((row) => ['new', 'changed'].includes(kindOf(state, row)))
  const included = open.filter((row) => isIncluded(state, row)).length
  const isAll = open.length > 0 && included === open.length
  return (
    <>
      <input
        id={id}
        type="checkbox"
        className={box}
        checked={isAll}
        disabled={isLocked || open.length === 0}
        ref={(element) => {
          if (element) element.indeterminate = included > 0 && !isAll
        }}
        onChange={() => dispatch({ kind: 'left out', ids: open.map((row) => row.id), isLeftOut: isAll })}
      />
      <label htmlFor={id} className="lg:sr-only">
        Import all rows shown
      </label>
    </>
  )
}
