import type { ClosedTime, ClosureInput } from '#contract/closures.ts'
import { today } from '#web/api/chain-day.ts'
import { daysInBrief, timeInWords } from '#web/components/dates.ts'

/** '3 May to 5 May, from 18:00 until 20:00' */
export function whenClosed({ firstDay, lastDay, fromTime, untilTime }: ClosedTime): string {
  const days = daysInBrief(firstDay, lastDay, today())
  const hours = [fromTime && `from ${timeInWords(fromTime)}`, untilTime && `until ${timeInWords(untilTime)}`].filter(Boolean).join(' ')
  return hours === '' ? days : `${days}, ${hours}`
}

/** The name of the branch, or 'All branches'. */
export const whatCloses = ({ branchName, everywhere }: Pick<ClosureInput, 'branchName' | 'everywhere'>): string =>
  everywhere ? 'All branches' : branchName
