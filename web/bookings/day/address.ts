import { addressOf, type ListQuery } from '#web/api/address.ts'
import { paths } from '#web/router/paths.ts'

/** The screens of a day at a branch besides the list: the sheet of guests and the closure. */
export type DayTab = 'sheet' | 'closure'

/** Where that is, for the days and the branch that a list is asked for. */
export const dayAddress = (tab: DayTab, { date, branchName }: ListQuery): string =>
  addressOf(paths.bookings.list, {}, { tab, date, branchName: branchName?.length === 1 ? branchName : undefined })

/** The list of just those. */
export const listAddress = ({ date, branchName }: ListQuery): string => addressOf(paths.bookings.list, {}, { date, branchName })

/** The form of a new closure of that branch on those days. */
export const newClosureAddress = ({ date, branchName }: ListQuery): string => addressOf(paths.closures.add, {}, { date, branchName })
