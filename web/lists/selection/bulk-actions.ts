import type { Change } from '#contract/changes.ts'
import type { Stored } from '#web/api/resource.ts'
import { counted, formatCount } from '#web/components/format-count.ts'
import type { BulkTarget } from './bulk-target.ts'

/** A change of a record in the version that the user has seen. */
export type Planned = { item: Stored; change: Change<object> }

/** An action on many records, with the texts about it. */
export type BulkAction = {
  target: BulkTarget
  planned: Planned[]
  /** 'Confirming' */
  doing: string
  /** '12 bookings are now confirmed.' */
  done: (count: number) => string
  /** The action undoes another one, and has no Undo itself. */
  isUndo?: true
}

type Words = Pick<BulkAction, 'doing' | 'done'>

/** Changes each item in the same way: `way` has the fields to set, or `deleted`, `erased` or `restore`. */
export const changing = (target: BulkTarget, items: readonly Stored[], way: object, words: Words): BulkAction => ({
  target,
  planned: items.map((item) => ({ item, change: { _id: item._id, version: item.version, ...way } as Change<object> })),
  ...words,
})

export const toTrash = (target: BulkTarget, items: readonly Stored[]): BulkAction =>
  changing(target, items, { deleted: true }, { doing: 'Deleting', done: (count) => were(count, target, 'deleted') })

export const outOfTrash = (target: BulkTarget, items: readonly Stored[]): BulkAction =>
  changing(target, items, { deleted: false }, { doing: 'Restoring', done: (count) => were(count, target, 'restored') })

export const erasing = (target: BulkTarget, items: readonly Stored[]): BulkAction =>
  changing(target, items, { erased: true }, { doing: 'Erasing', done: (count) => were(count, target, 'permanently erased') })

/** '12 movies were deleted.' */
export const were = (count: number, { noun }: Pick<BulkTarget, 'noun'>, participle: string): string =>
  `${counted(count, noun)} ${count === 1 ? 'was' : 'were'} ${participle}.`

/** The Undo of a bulk action; `ways` are the reverse changes. */
export const undoAction = (target: BulkTarget, ways: Planned[]): BulkAction => ({
  target,
  planned: ways,
  doing: 'Undoing',
  done: (count) =>
    ways.length === 1
      ? 'Change undone.'
      : `${count === ways.length ? 'All ' : ''}${formatCount(count)} ${count === 1 ? 'change' : 'changes'} undone.`,
  isUndo: true,
})
