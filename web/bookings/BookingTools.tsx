import type { ReactNode } from 'react'
import { bookings } from '#contract/bookings.ts'
import { ChoiceFilter } from '#web/lists/ChoiceFilter.tsx'
import { DaysFilter } from '#web/lists/DaysFilter.tsx'
import { DownloadButton } from '#web/lists/DownloadButton.tsx'
import { FilterRow } from '#web/lists/FilterRow.tsx'
import { GoneFilters } from '#web/lists/GoneFilters.tsx'
import type { ListState } from '#web/lists/list-state.ts'
import { OrderMenu, ordersOf } from '#web/lists/OrderMenu.tsx'
import { ResultCount } from '#web/lists/ResultCount.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { TextFilter } from '#web/lists/TextFilter.tsx'
import { TrashLink } from '#web/lists/TrashLink.tsx'
import { bookingApi } from './api.ts'
import { DayChips } from './DayChips.tsx'
import { type View, ViewChoice } from './ViewChoice.tsx'

type BookingToolsProps = {
  state: ListState
  /** The number of matches; `undefined` while it is unknown. */
  total: number | undefined
  hasFailed: boolean
  /** Focuses the first result of the search. */
  onDown: (words: string) => void
  /** All of it as CSV, in the order that is shown. */
  csv: () => Promise<File>
  view: View
  onView: (view: View) => void
  /** The unsaved drafts of the list's forms. */
  drafts: ReactNode
}

const { listing } = bookings.list
const { status, branchName, promoCode, date } = listing.filters
const orders = { '': 'Soonest first', ...ordersOf(listing) }
const { values } = bookingApi

/** What the bookings can be asked for: the days first, since a caller on the phone names one. */
export function BookingTools({ state, total, hasFailed, onDown, csv, view, onView, drafts }: BookingToolsProps) {
  const { asked, gone, set } = state
  const filter = (name: string) => ({ values: asked[name] ?? [], onChange: (values: string[]) => set({ [name]: values }) })
  return (
    <div className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-3 max-sm:gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          hint="Name, phone, branch or code"
          value={asked.q?.[0] ?? ''}
          onSearch={(words) => set({ q: words ? [words] : [] }, { replace: true })}
          onDown={onDown}
        />
        <FilterRow>
          <DayChips state={state} />
          <DaysFilter label={date.label} {...filter('date')} />
        </FilterRow>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <FilterRow>
          <ChoiceFilter label={status.label} options={status.options} {...filter('status')} />
          <TextFilter label={branchName.label} texts={values('branchName')} {...filter('branchName')} />
          <TextFilter label={promoCode.label} texts={values('promoCode')} {...filter('promoCode')} />
        </FilterRow>
        <ResultCount total={total} hasFailed={hasFailed} noun="booking">
          {drafts}
          <div className="flex min-w-0 grow items-center justify-end gap-2">
            <OrderMenu orders={orders} value={asked.order?.[0] ?? ''} onChange={(order) => set({ order: order ? [order] : [] })} />
            <ViewChoice view={view} onChange={onView} />
            <DownloadButton csv={csv} />
            <TrashLink />
          </div>
        </ResultCount>
      </div>
      <GoneFilters gone={gone} />
    </div>
  )
}
