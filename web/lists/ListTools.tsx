import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Filter } from '#contract/listing.ts'
import type { Collection, Stored } from '#web/api/resource.ts'
import { iconButtonClass } from '#web/components/Button.tsx'
import { useMediaQuery, veryWide, wide } from '#web/components/media-query.ts'
import { PopoverButton } from '#web/components/PopoverButton.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { FilterBar } from './FilterBar.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { GoneFilters } from './GoneFilters.tsx'
import { ImportLink } from './ImportLink.tsx'
import type { ListState } from './list-state.ts'
import { OrderMenu, ordersOf } from './OrderMenu.tsx'
import { ResultCount } from './ResultCount.tsx'
import { SearchField } from './SearchField.tsx'
import { TrashLink } from './TrashLink.tsx'
import { ViewsButton } from './ViewsButton.tsx'

/** The parts of the tools that only some resources have. */
export type ToolSlots = {
  searchHint?: string
  /** Focuses the first result of the search. */
  onDown?: (words: string) => void
  /** A control beside the search, in place of the usual filters. `shows`: the filters whose values it shows. */
  beside?: { control: ReactNode; shows: readonly string[] }
  /** The label of the default order, if the listing doesn't name it. */
  usualOrder?: string
  view?: ReactNode
  /** More actions for the list, in a panel if the window is narrow. */
  actions?: (isInPanel: boolean) => ReactNode
  below?: ReactNode
}

type ListToolsProps = ToolSlots & {
  collection: Pick<Collection<Stored>, 'name' | 'noun' | 'listing' | 'values' | 'file'>
  state: ListState
  /** The number of matches; `undefined` while it is unknown. */
  total: number | undefined
  hasFailed: boolean
  drafts?: ReactNode
  hasImport?: boolean
}

/** The row above a list: search, the filters used most, the other filters in a panel, the order, more, and the number of matches. */
export function ListTools({ collection, state, total, hasFailed, drafts, searchHint, onDown, beside, below, ...slots }: ListToolsProps) {
  const { noun, listing, values } = collection
  const { asked, set, gone } = state
  const isWide = useMediaQuery(wide)
  const all = Object.entries(listing.filters)
  const inRow = isWide && !beside ? all.filter(([, filter]) => isShort(filter)).slice(0, 2) : []
  const inPanel = all.filter((filter) => !inRow.includes(filter))
  const count = inPanel.filter(([name]) => asked[name]?.length && !beside?.shows.includes(name)).length
  return (
    <>
      <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <SearchField
            hint={isWide ? searchHint : undefined}
            value={asked.q?.[0] ?? ''}
            onSearch={(words) => set({ q: words ? [words] : [] }, { replace: true })}
            onDown={onDown}
          />
          {beside?.control}
          <FilterBar filters={inRow} state={state} values={values} />
          {inPanel.length > 0 && <FilterPanel filters={inPanel} count={count} state={state} values={values} />}
          <More collection={collection} state={state} {...slots} />
          <ResultCount total={total} hasFailed={hasFailed} noun={noun}>
            {drafts}
          </ResultCount>
        </div>
        <GoneFilters gone={gone} />
      </div>
      {below}
    </>
  )
}

/** Whether a filter fits into the space of two chips. */
const isShort = (filter: Filter) => !('options' in filter) || Object.keys(filter.options).length <= 2

type MoreProps = Pick<ListToolsProps, 'collection' | 'state' | 'usualOrder' | 'view' | 'actions' | 'hasImport'>

/** The order, the view and what can be done with the list: in the row, or in a panel where the window is narrow. */
function More({ collection: { name, listing, file }, state: { asked, set }, usualOrder, view, actions, hasImport = false }: MoreProps) {
  const isInPanel = !useMediaQuery(veryWide)
  const usual = usualOrder === undefined ? listing.order : ''
  const orders = { ...(usualOrder !== undefined && { '': usualOrder }), ...ordersOf(listing) }
  const content = (
    <>
      <ViewsButton list={name} asked={asked} isInPanel={isInPanel} />
      {Object.keys(listing.orders).length > 1 && (
        <OrderMenu orders={orders} value={asked.order?.[0] ?? usual} onChange={(order) => set({ order: order === usual ? [] : [order] })} />
      )}
      {view}
      {actions?.(isInPanel)}
      <DownloadButton file={(format) => file(asked, format)} isInPanel={isInPanel} />
      {hasImport && <ImportLink isInPanel={isInPanel} />}
      <TrashLink isInPanel={isInPanel} />
    </>
  )
  if (!isInPanel) return <div className="ml-auto flex items-center gap-1 [&+*]:!ml-0">{content}</div>
  return (
    <div className="ml-auto [&+*]:!ml-0">
      <PopoverButton
        className={iconButtonClass}
        panel="w-60 p-1.5"
        label={
          <>
            <Ellipsis size={18} />
            <span className="sr-only">More</span>
          </>
        }
      >
        <div className="grid gap-0.5">{content}</div>
      </PopoverButton>
    </div>
  )
}
