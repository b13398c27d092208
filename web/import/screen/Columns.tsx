import { useId } from 'react'
import type { Job } from '#web/import/running/job.ts'
import { isMapped } from '#web/import/state/kinds.ts'
import type { ImportState } from '#web/import/state/state.ts'

type ColumnsProps = { state: ImportState; dispatch: Job['dispatch']; isLocked: boolean }

/** The columns of the table, each with the field that it fills. Open while the field that rows are matched by has no column. */
export function Columns({ state, dispatch, isLocked }: ColumnsProps) {
  const { columns, hasHeadings, target, key } = state
  const used = columns.filter(({ field }) => field !== '').length
  const label = target.fields[key]?.label ?? key
  return (
    <details open={!isMapped(state) || !hasHeadings} className="mb-4 rounded-card border border-line bg-surface">
      <summary className="px-4 py-2.5 font-[550]">
        Columns: {used} of {columns.length} used
      </summary>
      <div className="grid gap-4 border-line border-t p-4">
        {!hasHeadings && <p>The first row has no headings that MovieBox knows. Choose what each column contains.</p>}
        {!isMapped(state) && <p className="text-bad">{`Choose the column with the ${label.toLowerCase()}, by which rows are matched.`}</p>}
        <label className="flex items-center gap-2.5 justify-self-start">
          <input
            type="checkbox"
            className="size-4.5 accent-accent"
            checked={hasHeadings}
            disabled={isLocked}
            onChange={(event) => dispatch({ kind: 'headings', hasHeadings: event.target.checked })}
          />
          The first row has headings
        </label>
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {columns.map((column, at) =>
            column.isAdded ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its index
              <li key={at} className="min-w-0">
                <ColumnChoice at={at} state={state} dispatch={dispatch} isLocked={isLocked} />
              </li>
            ),
          )}
        </ul>
      </div>
    </details>
  )
}

function ColumnChoice({ at, state, dispatch, isLocked }: ColumnsProps & { at: number }) {
  const id = useId()
  const { columns, rows, target } = state
  const { heading = '', field = '' } = columns[at] ?? {}
  const sample = rows.find(({ cells }) => (cells[at] ?? '').trim() !== '')?.cells[at] ?? ''
  return (
    <>
      <label htmlFor={id} className="block truncate font-[550]">
        {heading || `Column ${at + 1}`}
      </label>
      <select
        id={id}
        value={field}
        disabled={isLocked}
        aria-describedby={`${id}-sample`}
        className="input mt-1 !min-h-9 !py-1"
        onChange={(event) => dispatch({ kind: 'mapped', at, field: event.target.value })}
      >
        <option value="">Leave out</option>
        {Object.entries(target.fields).map(([name, { label }]) => (
          <option key={name} value={name}>
            {name !== field && columns.some((column) => column.field === name && !column.isAdded) ? `${label} (used)` : label}
          </option>
        ))}
      </select>
      <p id={`${id}-sample`} dir="auto" className="mt-1 truncate text-ink-3 text-small">
        {sample.slice(0, 80)}
      </p>
    </>
  )
}
