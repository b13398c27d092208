import { type ChangeOutcome, wayBack } from '#contract/bookings.ts'
import type { Planned } from './bulk-actions.ts'

/** A booking that was left as it was, and why; or of which that isn't known. */
export type Left = Pick<Planned, 'booking'> & { reason: string }

/** The outcome of a bulk action: the reverse changes, the unchanged bookings, and the number of changes not tried. */
export type Result = { ways: readonly Planned[]; left: readonly Left[]; missed: number }

export const nothingDone: Result = { ways: [], left: [], missed: 0 }

/** The number of changes with an outcome. */
export const settledIn = ({ ways, left, missed }: Result): number => ways.length + left.length + missed

/** The result after one more step: its outcomes in order, or 'unknown', or 'not tried'. */
export function resultWith(
  result: Result,
  planned: readonly Planned[],
  outcomes: readonly ChangeOutcome[] | 'unknown' | 'not tried',
): Result {
  if (outcomes === 'not tried') return { ...result, missed: result.missed + planned.length }
  const left: Left[] = []
  const ways: Planned[] = []
  for (const [at, { booking, change }] of planned.entries()) {
    const outcome = outcomes === 'unknown' ? undefined : outcomes[at]
    if (!outcome) left.push({ booking, reason: notKnown })
    else if ('error' in outcome) left.push({ booking, reason: outcome.error })
    else ways.push({ booking, change: wayBack(change, booking, outcome.version) })
  }
  return { ...result, ways: [...result.ways, ...ways], left: [...result.left, ...left] }
}

/** "3 weren't changed. 2 may have changed." */
export function leftInWords(left: readonly Left[], counted: (count: number) => string): string {
  const unknown = left.filter(({ reason }) => reason === notKnown).length
  const known = left.length - unknown
  return [
    known > 0 && `${counted(known)} ${known === 1 ? "wasn't" : "weren't"} changed.`,
    unknown > 0 && `${counted(unknown)} may have changed.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const notKnown = "The server didn't respond, so the change may not have been saved. Check the booking."
