import { type Outcome, undoOf } from '#contract/changes.ts'
import type { Stored } from '#web/api/resource.ts'
import type { Planned } from './bulk-actions.ts'

/** A record that was left unchanged, or whose outcome is unknown, with the reason. */
export type Left = { item: Stored; reason: string }

/** The outcome of a bulk action: the changed records, their reverse changes, the unchanged records, and the number of changes not tried. */
export type Result = { done: readonly string[]; ways: readonly Planned[]; left: readonly Left[]; missed: number }

export const nothingDone: Result = { done: [], ways: [], left: [], missed: 0 }

/** The number of changes with an outcome. */
export const settledIn = ({ done, left, missed }: Result): number => done.length + left.length + missed

/** The result after one more step: its outcomes in order, or 'unknown', or 'not tried'. */
export function resultWith(
  result: Result,
  planned: readonly Planned[],
  outcomes: readonly Outcome<unknown>[] | 'unknown' | 'not tried',
): Result {
  if (outcomes === 'not tried') return { ...result, missed: result.missed + planned.length }
  const done: string[] = []
  const left: Left[] = []
  const ways: Planned[] = []
  for (const [at, { item, change }] of planned.entries()) {
    const outcome = outcomes === 'unknown' ? undefined : outcomes[at]
    if (!outcome) left.push({ item, reason: notKnown })
    else if ('error' in outcome) left.push({ item, reason: outcome.error })
    else {
      done.push(item._id)
      const way = undoOf(change, item.version, outcome.version)
      if (way) ways.push({ item, change: way })
    }
  }
  return { ...result, done: [...result.done, ...done], ways: [...result.ways, ...ways], left: [...result.left, ...left] }
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

const notKnown = "The server didn't respond, so the change may not have been saved. Check the record."
