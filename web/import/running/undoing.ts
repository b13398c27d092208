import type { Outcome as ChangeOutcome } from '#contract/changes.ts'
import type { Caller } from '#web/api/caller.ts'
import { formatCount } from '#web/components/format-count.ts'
import { inSteps, type Steps, startSteps } from '#web/lists/steps/steps.ts'
import { type ImportedName, isUsed, type Line, linesOf, sendChanges, type UndoChange } from './calls.ts'
import type { AddedImage } from './journal.ts'
import { rows } from './result.ts'

type Undone = { name: ImportedName; caller: Caller | undefined; batch: string; images: readonly AddedImage[] }

/** The numbers of an Undo. `kept`: the names of records that stay, because a colleague has changed them since. */
export type UndoResult = { undone: number; kept: string[]; missed: number }

/** So many records are changed by one call, and so many images asked for at a time. */
const sizes = { records: 50, images: 10 }

/**
 * Takes an import back: new records go to the trash, changed ones get their version of before, and images that nothing else uses go to the trash.
 * The server says which records those are, so it also works after a reload. `show` gets the work in steps.
 */
export async function undoBatch(
  { name, caller, batch, images: added }: Undone,
  nameOf: (item: unknown) => string,
  show: (steps: Steps) => void,
): Promise<UndoResult> {
  const lines = await linesOf(name, batch, caller)
  const result: UndoResult = { undone: 0, kept: [], missed: lines.length }
  // The last one first: a record may have taken the name that an earlier one had.
  const records = startSteps<Line, ChangeOutcome<unknown>>({
    total: lines.length,
    next: inSteps(lines.toReversed(), sizes.records),
    send: (some, key) => sendChanges(name, some.map(wayBack), { as: caller, name: key }),
    onStep(some, outcomes) {
      if (outcomes === 'unknown') return
      result.missed -= some.length
      for (const [at, outcome] of outcomes.entries()) {
        const isBack = 'version' in outcome || (outcome.current === null && some[at]?.before === null)
        if (isBack) result.undone += 1
        else result.kept.push(outcome.current === null ? '' : nameOf(outcome.current))
      }
    },
  })
  show(records)
  const { done, total } = await records.finished
  if (done < total || added.length === 0) return result
  const pictures = removeUnused(added, caller)
  show(pictures)
  await pictures.finished
  return result
}

const wayBack = ({ _id, version, before }: Line): UndoChange =>
  before === null ? { _id, version, deleted: true } : { _id, version, restore: before }

function removeUnused(added: readonly AddedImage[], as: Caller | undefined): Steps {
  return startSteps<AddedImage, unknown>({
    total: added.length,
    next: inSteps(added, sizes.images),
    async send(some, name) {
      const used = await Promise.all(some.map(({ _id }) => isUsed(_id, as)))
      const unused = some.filter((_, at) => !used[at]).map((image) => ({ ...image, deleted: true as const }))
      return unused.length === 0 ? [] : sendChanges('images', unused, { as, name })
    },
    onStep: () => {},
  })
}

/** 'Import undone: 8 rows taken back. 2 rows stay, because a colleague changed them: Dune, Alien.' */
export function undoInWords({ undone, kept, missed }: UndoResult): string {
  const names = kept.filter((name) => name !== '').slice(0, mostNamed)
  const others = kept.length - names.length
  const named = names.length > 0 ? `: ${names.join(', ')}${others > 0 ? ` and ${formatCount(others)} more` : ''}` : ''
  return [
    `Import undone: ${rows(undone)} taken back.`,
    kept.length > 0 && `${rows(kept.length)} ${kept.length === 1 ? 'stays' : 'stay'}, because of a later change by a colleague${named}.`,
    missed > 0 && `${rows(missed)} ${missed === 1 ? 'was' : 'were'} not tried.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const mostNamed = 5
