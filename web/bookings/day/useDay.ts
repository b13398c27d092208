import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { today } from '#contract/dates.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { useListState } from '#web/ui/list/list-state.ts'
import type { DayTab } from './address.ts'
import { allBookings } from './all-bookings.ts'

/** The days and the branches that the address asks for, today unless it says so, and their bookings. A branch closes by its name: none is meant unless it is named. */
export function useDay(tab: DayTab) {
  const state = useListState(bookingApi.listing, tab)
  const { date = [`${today()}..${today()}`], branchName = [] } = state.asked
  const query = useQuery({ ...allBookings({ date, branchName }), enabled: tab === 'sheet' || branchName.length > 0 })
  useEffect(() => {
    if (query.error) console.error(bookingApi.failed.list, query.error)
  }, [query.error])
  return { state: { ...state, asked: { date, branchName } }, query }
}
