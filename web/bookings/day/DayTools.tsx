import type { ReactNode } from 'react'
import { bookings } from '#contract/bookings.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { focusFirstIn } from '#web/components/focus.ts'
import { DaysFilter } from '#web/lists/DaysFilter.tsx'
import { GoneFilters } from '#web/lists/GoneFilters.tsx'
import type { ListState } from '#web/lists/list-state.ts'
import { TextFilter } from '#web/lists/TextFilter.tsx'

const { branchName, date } = bookings.list.listing.filters

type DayToolsProps = {
  state: ListState
  /** Whether a branch must be chosen first; its filter has the focus then. */
  isAsking?: boolean
  children: ReactNode
}

/** The filters for days and branches, and buttons for the bookings found. */
export function DayTools({ state: { asked, gone, set }, isAsking = false, children }: DayToolsProps) {
  return (
    <div ref={isAsking ? focusBranch : undefined} className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <TextFilter
            label={branchName.label}
            texts={bookingApi.values('branchName')}
            values={asked.branchName ?? []}
            onChange={(branchName) => set({ branchName })}
          />
          <DaysFilter label={date.label} values={asked.date ?? []} onChange={(date) => set({ date })} />
        </div>
        <div className="flex min-h-9 flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:min-w-0 max-sm:*:px-2 max-sm:[&_svg]:hidden sm:ml-auto">
          {children}
        </div>
      </div>
      <GoneFilters gone={gone} />
    </div>
  )
}

function focusBranch(tools: HTMLElement | null) {
  focusFirstIn(tools)
}
