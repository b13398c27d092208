import { addressOf, type ListQuery } from '#web/api/address.ts'
import { paths } from '#web/router/paths.ts'

/** What there is of a day at a branch besides the list: the sheet of who comes, and what has to be done to close. */
export type DayTab = 'sheet' | 'closure'

/** Where that is, for the days and the branch that a list is asked for. */
export const dayAddress = (tab: DayTab, { date, branchName }: ListQuery): string =>
  addressOf(paths.bookings.list, {}, { tab, date, branchName: branchName?.length === 1 ? branchName : undefined })

/** The list of just those. */
export const listAddress = ({ date, branchName }: ListQuery): string => addressOf(paths.bookings.list, {}, { date, branchName })
