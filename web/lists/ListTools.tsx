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

/** The parts of the tools that only some resources have. */
export type ToolSlots = {
  searchHint?: string
  /** Focuses the first result of the search. */
  onDown?: (words: string) => void
  /** The filters that are beside the search, by name, after controls of the resource's own. The other filters are in the next row. */
  first?: { filters: readonly string[]; controls: ReactNode }
  /** What the order without a choice is called, where it is none of the listing's. */
  usualOrder?: string
  /** How the items are displayed. */
  view?: ReactNode
  /** Below the tools. */
  below?: ReactNode
}

type ListToolsProps = ToolSlots & {
  collection: Pick<Collection<Stored>, 'noun' | 'listing' | 'values' | 'csv'>
  state: ListState
  /** The number of matches; `undefined` while it is unknown. */
  total: number | undefined
  hasFailed: boolean
  /** The unsaved drafts of the list's forms. */
  drafts?: ReactNode
}

/** The search, the filters and the orders that a listing declares, and the number of matches. */
export function ListTools({ collection, state, total, hasFailed, drafts, searchHint, onDown, first, below, ...slots }: ListToolsProps) {
  const { noun, listing, values } = collection
  const { asked, set, gone } = state
  const search = (
    <SearchField
      hint={searchHint}
      value={asked.q?.[0] ?? ''}
      onSearch={(words) => set({ q: words ? [words] : [] }, { replace: true })}
      onDown={onDown}
    />
  )
  const filters = (isMeant: (name: string) => boolean) => (
    <FilterBar filters={Object.entries(listing.filters).filter(([name]) => isMeant(name))} state={state} values={values} />
  )
  const isFirst = (name: string) => first?.filters.includes(name) === true
  const found = (
    <>
      <FilterRow>{filters((name) => !isFirst(name))}</FilterRow>
      <ResultCount total={total} hasFailed={hasFailed} noun={noun}>
        {drafts}
        <Display collection={collection} state={state} {...slots} />
      </ResultCount>
    </>
  )
  return (
    <>
      <div className={`mb-5 grid grid-cols-[minmax(0,1fr)] gap-3 ${first ? 'max-sm:gap-1' : ''}`}>
        <div className={row}>
          {search}
          {first ? (
            <FilterRow>
              {first.controls}
              {filters(isFirst)}
            </FilterRow>
          ) : (
            found
          )}
        </div>
        {first && <div className={row}>{found}</div>}
        <GoneFilters gone={gone} />
      </div>
      {below}
    </>
  )
}

const row = 'flex flex-wrap items-center gap-2'

type DisplayProps = Pick<ListToolsProps, 'collection' | 'state' | 'usualOrder' | 'view'>

/** How the matches are displayed: their order and view, as a table for download, and the deleted ones. */
function Display({ collection: { listing, csv }, state: { asked, set }, usualOrder, view }: DisplayProps) {
  const usual = usualOrder === undefined ? listing.order : ''
  const orders = { ...(usualOrder !== undefined && { '': usualOrder }), ...ordersOf(listing) }
  return (
    <div className="flex min-w-0 grow items-center justify-end gap-1">
      {Object.keys(listing.orders).length > 1 && (
        <OrderMenu orders={orders} value={asked.order?.[0] ?? usual} onChange={(order) => set({ order: order === usual ? [] : [order] })} />
      )}
      {view}
      <DownloadButton csv={() => csv(asked)} />
      <TrashLink />
    </div>
  )
}
