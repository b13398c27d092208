import { useQuery } from '@tanstack/react-query'
import type { Visit } from '#contract/bookings.ts'
import { type ClosureInput, isClosedAt } from '#contract/closures.ts'
import { dayEndsAt } from '#web/api/chain-day.ts'
import { visits } from '#web/bookings/day/useDay.ts'

/** The branches and the time of a closure. */
export type ClosureScope = Omit<ClosureInput, 'reason'>

/** The bookings at the time of a closure, including canceled ones, earliest first. `most` limits how many are read. */
export function useHits(closure: ClosureScope, most: number, enabled = true) {
  const { branchName, everywhere, firstDay, lastDay } = closure
  const query = useQuery({
    ...visits({ date: [`${firstDay}..${lastDay}`], branchName: everywhere ? [] : [branchName] }, most),
    enabled,
  })
  const bookings: readonly Visit[] = ((enabled && query.data) || []).filter((booking) => isClosedAt(closure, booking, dayEndsAt()))
  return { query, bookings }
}
