import { addressOf, type ListQuery } from '#web/api/address.ts'
import { paths } from '#web/router/paths.ts'

/** The screens of a day at a branch besides the list: the sheet of guests and the closure. */
export type DayTab = 'sheet' | 'closure'

/** The address of such a screen, with the days and the branch of a list's query. */
export const dayAddress = (tab: DayTab, { date, branchName }: ListQuery): string =>
  addressOf(paths.bookings.list, {}, { tab, date, branchName: branchName?.length === 1 ? branchName : undefined })

/** The list of bookings with these days and branches. */
export const listAddress = ({ date, branchName }: ListQuery): string => addressOf(paths.bookings.list, {}, { date, branchName })

/** The form for a new closure with the branch and the days of a query. */
export const newClosureAddress = ({ date, branchName }: ListQuery): string => addressOf(paths.closures.add, {}, { date, branchName })
