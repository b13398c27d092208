import { Button } from '#web/components/Button.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { useMediaQuery, wide } from '#web/components/media-query.ts'
import type { Job } from '#web/import/running/job.ts'
import { errorsIn } from '#web/import/state/errors.ts'
import { isIncluded, kindOf, pageSize, shownRows } from '#web/import/state/kinds.ts'
import type { ImportState, Row } from '#web/import/state/state.ts'
import { IncludeAll } from './Include.tsx'
import { RowCard } from './RowCard.tsx'
import { RowLine } from './RowLine.tsx'

type RowsProps = { state: ImportState; dispatch: Job['dispatch']; isLocked: boolean }

/** A page of rows: a table, or cards where the window is narrow. */
export function Rows({ state, dispatch, isLocked }: RowsProps) {
  const isWide = useMediaQuery(wide)
  const rows = shownRows(state)
  const page = rows.slice(state.page * pageSize, (state.page + 1) * pageSize)
  const shown = state.columns.filter(({ field }) => field !== '')
  const all = <IncludeAll state={state} rows={rows} dispatch={dispatch} isLocked={isLocked} />
  const partsOf = (row: Row) => ({
    row,
    columns: state.columns,
    target: state.target,
    errors: errorsIn(state).get(row.id),
    kind: kindOf(state, row),
    isIncluded: isIncluded(state, row),
    isLocked,
    dispatch,
  })
  return (
    <>
      {isWide ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also from the keyboard
        <section aria-label="Rows" tabIndex={0} className="overflow-x-auto rounded-card border border-line bg-surface shadow-resting">
          <table className="w-full border-collapse text-left text-small">
            <thead className="border-line border-b bg-sunk text-ink-2">
              <tr>
                <th scope="col" className="w-10 px-3 py-2">
                  {all}
                </th>
                <th scope="col" className="w-32 px-2 py-2 font-[550]">
                  Row
                </th>
                {shown.map(({ field }) => (
                  <th key={field} scope="col" className="min-w-32 px-2 py-2 font-[550]">
                    {state.target.fields[field]?.label}
                  </th>
                ))}
                <th scope="col" className="w-12 px-2 py-2">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {page.map((row) => (
                <RowLine key={row.id} {...partsOf(row)} />
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <>
          <div className="mb-2 flex items-center gap-2.5">{all}</div>
          <ul aria-label="Rows" className="grid gap-3 sm:grid-cols-2">
            {page.map((row) => (
              <RowCard key={row.id} {...partsOf(row)} />
            ))}
          </ul>
        </>
      )}
      {rows.length > pageSize && <PageSteps count={rows.length} page={state.page} dispatch={dispatch} />}
    </>
  )
}

function PageSteps({ count, page, dispatch }: { count: number; page: number; dispatch: Job['dispatch'] }) {
  const last = Math.ceil(count / pageSize) - 1
  const go = (to: number) => to >= 0 && to <= last && dispatch({ kind: 'paged', page: to })
  return (
    <nav aria-label="Pages of rows" className="mt-3 flex items-center justify-end gap-3">
      <p role="status" className="text-ink-2 text-small tabular-nums">
        Rows {formatCount(page * pageSize + 1)} to {formatCount(Math.min((page + 1) * pageSize, count))} of {formatCount(count)}
      </p>
      <Button aria-disabled={page === 0} onClick={() => go(page - 1)}>
        Previous
      </Button>
      <Button aria-disabled={page >= last} onClick={() => go(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
