import { formatCount } from '#web/components/format-count.ts'
import type { Job } from '#web/import/running/job.ts'
import { countsOf } from '#web/import/state/kinds.ts'
import { filters, type ImportState } from '#web/import/state/state.ts'
import { chip, chipOff, chipOn } from '#web/lists/ChoiceFilter.tsx'
import { words } from './words.ts'

/** The number of rows of each kind; a click shows only these rows. */
export function KindFilter({ state, dispatch }: { state: ImportState; dispatch: Job['dispatch'] }) {
  const counts = { ...countsOf(state), all: state.rows.length }
  return (
    <fieldset className="mb-3 flex flex-wrap gap-1.5">
      <legend className="sr-only">Show rows</legend>
      {filters
        .filter((filter) => filter === 'all' || filter === state.filter || counts[filter] > 0)
        .map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={filter === state.filter}
            className={`${chip} ${filter === state.filter ? chipOn : chipOff}`}
            onClick={() => dispatch({ kind: 'filtered', filter })}
          >
            {filter === 'all' ? 'All' : words[filter]}
            <span className="tabular-nums">{formatCount(counts[filter])}</span>
          </button>
        ))}
    </fieldset>
  )
}
