import type { ReactNode } from 'react'
import type { Collection, Stored } from '#web/api/resource.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { FilterBar } from './FilterBar.tsx'
import { FilterRow } from './FilterRow.tsx'
import { GoneFilters } from './GoneFilters.tsx'
import type { ListState } from './list-state.ts'
import { OrderMenu, ordersOf } from './OrderMenu.tsx'
import { ResultCount } from './ResultCount.tsx'
import { SearchField } from './SearchField.tsx'
import { TrashLink } from './TrashLink.tsx'

type ListToolsProps = {
  collection: Pick<Collection<Stored>, 'noun' | 'listing' | 'values' | 'csv'>
  state: ListState
  /** The number of matches; `undefined` while it is unknown. */
  total: number | undefined
  hasFailed: boolean
  /** The unsaved drafts of the list's forms. */
  drafts?: ReactNode
}

/** What a list can be asked for, and how much of it there is: search, filters and order, as its listing declares them. */
export function ListTools({ collection: { noun, listing, values, csv }, state, total, hasFailed, drafts }: ListToolsProps) {
  const { asked, set } = state
  return (
    <div className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField value={asked.q?.[0] ?? ''} onSearch={(words) => set({ q: words ? [words] : [] }, { replace: true })} />
        <FilterRow>
          <FilterBar listing={listing} state={state} values={values} />
        </FilterRow>
        <ResultCount total={total} hasFailed={hasFailed} noun={noun}>
          {drafts}
          <div className="flex min-w-0 grow items-center justify-end gap-1">
            {Object.keys(listing.orders).length > 1 && (
              <OrderMenu
                orders={ordersOf(listing)}
                value={asked.order?.[0] ?? listing.order}
                onChange={(order) => set({ order: order === listing.order ? [] : [order] })}
              />
            )}
            <DownloadButton csv={() => csv(asked)} />
            <TrashLink />
          </div>
        </ResultCount>
      </div>
      <GoneFilters gone={state.gone} />
    </div>
  )
}
