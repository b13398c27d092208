import { Badge, type Tone } from '#web/components/Badge.tsx'
import type { Kind } from '#web/import/state/kinds.ts'
import type { RowProps } from './row-props.ts'
import { changedByColleague, words } from './words.ts'

const tones: Record<Kind, Tone> = { checking: 'calm', faulty: 'bad', new: 'good', changed: 'wait', unchanged: 'calm', done: 'good' }
const doneWords = { added: 'Added', changed: 'Updated', unchanged: 'Unchanged' }

/** The number of a row in the file, its kind, and the sentences about the whole row. */
export function RowState({ row, kind, errors }: RowProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-ink-3 tabular-nums">{row.number ?? 'Picture'}</span>
        <Badge tone={tones[kind]}>{row.done ? doneWords[row.done] : words[kind]}</Badge>
      </div>
      {row.isStale && !row.done && <p className="mt-1 text-wait">{changedByColleague}</p>}
      {errors?.[''] && <p className="mt-1 text-bad">{errors['']}</p>}
    </>
  )
}
