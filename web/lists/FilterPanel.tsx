import { SlidersHorizontal } from 'lucide-react'
import type { Filter } from '#contract/listing.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { Button } from '#web/components/Button.tsx'
import { focusFirstIn } from '#web/components/focus.ts'
import { PopoverButton } from '#web/components/PopoverButton.tsx'
import { chip, chipOff, chipOn } from './ChoiceFilter.tsx'
import { FilterBar } from './FilterBar.tsx'
import type { ListState } from './list-state.ts'

type FilterPanelProps = {
  /** The filters with their names in a query. */
  filters: readonly (readonly [name: string, filter: Filter])[]
  /** The number of filters that are set. */
  count: number
  state: ListState
  values: Collection<Stored>['values']
}

/** A button with the number of filters that are set, which opens them. */
export function FilterPanel({ filters, count, state, values }: FilterPanelProps) {
  return (
    <PopoverButton
      className={`${chip} ${count > 0 ? chipOn : chipOff} max-sm:min-w-11 max-sm:justify-center max-sm:px-2`}
      panel="w-96 p-4"
      label={
        <>
          <SlidersHorizontal size={14} />
          <span className="max-sm:sr-only">Filters</span>
          {count > 0 && (
            <span className="tabular-nums">
              {count}
              <span className="sr-only"> set</span>
            </span>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {filters.map((filter) => (
          <div key={filter[0]}>
            <p aria-hidden="true" className="mb-1.5 font-[550] text-ink-2 text-small">
              {filter[1].label}
            </p>
            <FilterBar filters={[filter]} state={state} values={values} />
          </div>
        ))}
      </div>
      {count > 0 && (
        <Button
          look="quiet"
          className="mt-3 -mb-1.5 -ml-3.5"
          onClick={({ currentTarget }) => {
            state.set(Object.fromEntries(filters.map(([name]) => [name, []])))
            // The button disappears.
            focusFirstIn(currentTarget.closest('[popover]'))
          }}
        >
          Clear all
        </Button>
      )}
    </PopoverButton>
  )
}
