import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { today } from '#contract/dates.ts'
import type { Asked } from '#web/api/address.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { loadAll, mostSelected } from '#web/bookings/many/load-all.ts'
import { useListState } from '#web/ui/list/list-state.ts'
import type { DayTab } from './address.ts'

/**
 * The days and the branches that the address asks for, today unless it says so, and their bookings, the earliest first. `isCut`: there are more
 * than can be shown. Nothing is asked for where a branch has to be chosen first: a closure is never one of the whole chain by mistake.
 */
export function useDay(tab: DayTab) {
  const state = useListState(bookingApi.listing, tab)
  const { date = [`${today()}..${today()}`], branchName = [] } = state.asked
  const isChosen = tab === 'sheet' || branchName.length > 0
  const query = useQuery({ ...allBookings({ date, branchName }), enabled: isChosen })
  const bookings = (isChosen && query.data) || []
  useEffect(() => {
    if (query.error) console.error(bookingApi.failed.list, query.error)
  }, [query.error])
  return { state: { ...state, asked: { date, branchName } }, isChosen, query, bookings, isCut: bookings.length === mostSelected }
}

const allBookings = (asked: Asked) =>
  queryOptions({ queryKey: ['bookings', 'all', asked], queryFn: () => loadAll([{ ...asked, order: ['date'] }]) })
