import { formatCount } from '#web/components/format-count.ts'
import { countsOf } from '#web/import/state/kinds.ts'
import type { ImportState } from '#web/import/state/state.ts'

/** What an import has done so far, in sentences: '8 rows imported: 6 new, 2 changed. 1 row was changed by a colleague since the preview.' */
export function resultInWords(state: ImportState): string {
  const done = (outcome: string) => state.rows.filter((row) => row.done === outcome).length
  const [added, changed] = [done('added'), done('changed')]
  const stale = state.rows.filter(({ isStale, done }) => isStale && !done).length
  const { faulty, included } = countsOf(state)
  return [
    added + changed === 0 ? 'Nothing was imported.' : `${rows(added + changed)} imported: ${parts(added, changed)}.`,
    stale > 0 && `${wereOf(stale)} changed by a colleague since the preview and not imported.`,
    faulty > 0 && `${rows(faulty)} ${faulty === 1 ? 'needs' : 'need'} fixing.`,
    included > 0 && `${wereOf(included)} not imported yet.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** '1 row', '1,250 rows' */
export const rows = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

const wereOf = (count: number) => `${rows(count)} ${count === 1 ? 'was' : 'were'}`

const parts = (added: number, changed: number) =>
  [added > 0 && `${formatCount(added)} new`, changed > 0 && `${formatCount(changed)} changed`].filter(Boolean).join(', ')
