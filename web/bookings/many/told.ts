import { perSession } from '#web/api/session.ts'
import { createStore } from '#web/api/store.ts'
import { inFigures } from '#web/ui/base/figures.ts'
import { notify } from '#web/ui/page/notices.ts'
import { backAgain, type Deed } from './deeds.ts'
import type { Left, Result } from './result.ts'
import { changeMany } from './work.ts'

/** What was left as it was, until somebody has seen it. */
export const leftOver = perSession(() => createStore<readonly Left[]>([]))

/** Does it, and says in a notice what became of it, with one Undo for all. What was left is told in the list. */
export async function doMany(deed: Deed): Promise<void> {
  leftOver().set([])
  const result = await changeMany(deed)
  const { ways, left } = result
  leftOver().set(left)
  notify({
    text: sentences(deed, result),
    ...(ways.length === 0 && deed.planned.length > 0 && { failed: true }),
    ...(ways.length > 0 && !deed.isUndo && { undo: () => void doMany(backAgain([...ways])) }),
  })
}

const sentences = ({ done }: Deed, { ways, left, missed }: Result): string =>
  [
    ways.length > 0 && done(ways.length),
    left.length > 0 &&
      `${inFigures(left.length)} ${left.length === 1 ? 'was' : 'were'} left as ${left.length === 1 ? 'it was' : 'they were'}.`,
    missed > 0 && `${inFigures(missed)} ${missed === 1 ? 'was' : 'were'} not reached.`,
  ]
    .filter(Boolean)
    .join(' ') || 'There was nothing to change.'
