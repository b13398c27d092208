import type { Filter } from '#contract/listing.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { DaysFilter } from './DaysFilter.tsx'
import type { ListState } from './list-state.ts'
import { TextFilter, type Texts } from './TextFilter.tsx'

type FilterBarProps = {
  /** The filters with their names in a query. */
  filters: readonly (readonly [name: string, filter: Filter])[]
  state: ListState
  /** The texts that a filter can be set to. */
  values: Collection<Stored>['values']
}

/** Filters of a listing. Each shows whether it is active, and can be cleared by one click. */
export function FilterBar({ filters, state: { asked, set }, values }: FilterBarProps) {
  return filters.map(([name, filter]) => (
    <OneFilter key={name} filter={filter} texts={values(name)} values={asked[name] ?? []} onChange={(values) => set({ [name]: values })} />
  ))
}

type OneFilterProps = { filter: Filter; texts: Texts; values: readonly string[]; onChange: (values: string[]) => void }

function OneFilter({ filter, texts, values, onChange }: OneFilterProps) {
  const { label } = filter
  if (filter.kind === 'days') return <DaysFilter label={label} values={values} onChange={onChange} />
  if (filter.kind === 'text') return <TextFilter label={label} texts={texts} values={values} onChange={onChange} />
  return <ChoiceFilter label={label} options={filter.options} values={values} onChange={onChange} />
}
