import { queryOptions, useQuery } from '@tanstack/react-query'
import { bookings, type Visit } from '#contract/bookings.ts'
import type { ListQuery } from '#web/api/address.ts'
import { today } from '#web/api/chain-day.ts'
import { bookingApi } from '#web/bookings/api.ts'
import { useErrorLog } from '#web/components/error-log.ts'
import { useListState } from '#web/lists/list-state.ts'
import { loadAll, mostSelected } from '#web/lists/selection/load-all.ts'
import type { DayTab } from './address.ts'

/** A sheet is for people to read; a closure reaches every guest, however many they are. */
const most = { sheet: mostSelected, closure: Number.POSITIVE_INFINITY }

/**
 * The days and the branches that the address asks for, today unless it says so, and their bookings, the earliest first. Nothing is asked for
 * where a branch has to be chosen first: a closure is never one of the whole chain by mistake.
 */
export function useDay(tab: DayTab) {
  const state = useListState(bookingApi.listing, tab)
  const { date = [`${today()}..${today()}`], branchName = [] } = state.asked
  const isChosen = tab === 'sheet' || branchName.length > 0
  const query = useQuery({ ...visits({ date, branchName }, most[tab]), enabled: isChosen })
  const visited = (isChosen && query.data) || []
  useErrorLog(bookingApi.failed.list, query.error)
  return { state: { ...state, asked: { date, branchName } }, isChosen, query, bookings: visited }
}

/** The bookings of branches on some days, the earliest first. */
export const visits = (asked: ListQuery, most: number) =>
  queryOptions({
    queryKey: ['bookings', 'visits', asked, most],
    queryFn: ({ signal }) => loadAll<Visit>(bookings.visits, [asked], most, signal),
  })
