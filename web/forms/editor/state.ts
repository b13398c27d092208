import type { Change, Stored } from '#web/api/resource.ts'
import { choose, type FieldConflicts, followed, type Side } from '#web/forms/conflicts/field-conflicts.ts'
import { both, type Kept, nothingKept } from '#web/forms/conflicts/kept.ts'
import type { NameOf } from '#web/forms/conflicts/merge.ts'
import type { Reconciled } from '#web/forms/conflicts/reconcile.ts'
import type { Draft } from '#web/forms/drafts/draft.ts'
import type { DraftKeeper } from '#web/forms/drafts/keeper.ts'
import type { RestorableDraft } from '#web/forms/drafts/useFoundDraft.ts'
import { isBefore, type ReplacedImage, withReplaced } from '#web/forms/replaced-image.ts'
import type { Store } from '#web/store.ts'

/** The starting point of the input: a version of the record and its values, if known. */
export type Base = NonNullable<Draft['base']>

/** All that a form for a record knows beyond the record itself. Only `reduce` changes it. */
export type EditorState<Item, Input> = {
  /** Keeps the input as a draft. */
  keeper: DraftKeeper
  /** A draft that the user may continue or discard. */
  offered: RestorableDraft | undefined
  /** The draft that the form goes on with, and its values as the form shows them. */
  restored: { draft: RestorableDraft; values: Input } | undefined
  /** The input; `undefined` until something is typed. */
  typed: Input | undefined
  /** The stored record that the input began from. Until something is typed, the form follows the server's latest version. */
  item: Item | undefined
  /** The starting point of a restored draft, which may be older than `item`. */
  base: Base | undefined
  phase: 'editing' | 'checking' | 'sending'
  /** Whether the save leads to the next new record. */
  goesOn: boolean
  /** The user has cancelled the save that is on its way. */
  isCancelled: boolean
  /** A request without an answer may have stored the input. */
  mayBeStored: boolean
  /** The last save that failed. */
  failure: { error: Error; change: Change<Input> } | undefined
  /** The fields that another user changed as well, and the starting point of the draft until they are decided. */
  conflict: { choices: FieldConflicts<Input>; since: Base } | undefined
  /** Changes of other users in the input. */
  kept: Kept
}

export type EditorStore<Item, Input> = Store<EditorState<Item, Input>>

type Action<Item, Input> =
  | { kind: 'offered'; draft: RestorableDraft | undefined }
  | { kind: 'restored'; keeper: DraftKeeper; draft: RestorableDraft; values: Input }
  | { kind: 'discarded'; keeper: DraftKeeper }
  | { kind: 'typed'; values: Input; item: Item | undefined }
  | { kind: 'chosen'; name: NameOf<Input>; side: Side }
  | { kind: 'decided' }
  | { kind: 'submitted'; goesOn: boolean }
  | { kind: 'sent' }
  | { kind: 'attempted' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: Error; change: Change<Input>; mayBeStored: boolean }
  | { kind: 'merged'; item: Item; since: Base; result: Reconciled<Input> }
  | { kind: 'replaced'; image: Pick<ReplacedImage, 'from' | 'to'>; version: number | undefined }
  | { kind: 'ended' }

/** The state of a form that nothing has been typed into. */
export const untouched = (keeper: DraftKeeper) =>
  ({
    keeper,
    offered: undefined,
    restored: undefined,
    typed: undefined,
    item: undefined,
    base: undefined,
    phase: 'editing',
    goesOn: false,
    isCancelled: false,
    mayBeStored: false,
    failure: undefined,
    conflict: undefined,
    kept: nothingKept,
  }) as const

/** Returns the state after an action. */
export function reduce<Item extends Stored, Input extends object>(
  state: EditorState<Item, Input>,
  action: Action<Item, Input>,
): EditorState<Item, Input> {
  const { conflict } = state
  const withChoices = (change: (choices: FieldConflicts<Input>) => FieldConflicts<Input>) =>
    conflict && { ...conflict, choices: change(conflict.choices) }
  switch (action.kind) {
    case 'offered':
      return { ...state, offered: action.draft }
    case 'restored': {
      const { keeper, draft, values } = action
      return { ...state, keeper, offered: undefined, restored: { draft, values }, typed: undefined, base: draft.draft.base }
    }
    case 'discarded':
      return { ...untouched(action.keeper), offered: state.offered }
    case 'typed':
      return {
        ...state,
        typed: action.values,
        item: state.item ?? action.item,
        conflict: withChoices((choices) => followed(choices, action.values)),
      }
    case 'chosen':
      return { ...state, conflict: withChoices((choices) => choose(choices, action.name, action.side)) }
    case 'decided':
      return { ...state, conflict: undefined }
    case 'submitted':
      return { ...state, phase: 'checking', goesOn: action.goesOn, isCancelled: false }
    case 'sent':
      return { ...state, phase: 'sending' }
    case 'attempted':
      return { ...state, failure: undefined }
    case 'cancelled':
      return { ...state, isCancelled: true }
    case 'failed': {
      const { error, change, mayBeStored } = action
      return { ...state, failure: { error, change }, mayBeStored }
    }
    case 'merged': {
      const { item, since, result } = action
      return {
        ...state,
        item,
        base: undefined,
        typed: { ...item, ...result.values },
        failure: undefined,
        conflict: result.choices && { choices: result.choices, since },
        kept: both(state.kept, result.kept),
      }
    }
    case 'replaced': {
      const { image, version } = action
      const swap = <Values extends object>(values: Values) => withReplaced(values, image, version)
      const follow = <Start extends { version: number }>(start: Start) => (isBefore(start, version) ? swap(start) : start)
      const followBase = (base: Base) => (isBefore(base, version) ? { ...swap(base), values: swap(base.values) } : base)
      const choices = conflict && { ...conflict.choices, mine: swap(conflict.choices.mine), theirs: swap(conflict.choices.theirs) }
      return {
        ...state,
        typed: state.typed && swap(state.typed),
        item: state.item && follow(state.item),
        base: state.base && followBase(state.base),
        restored: state.restored && { ...state.restored, values: swap(state.restored.values) },
        conflict: conflict && choices && { choices, since: followBase(conflict.since) },
      }
    }
    case 'ended':
      return { ...state, phase: 'editing' }
  }
}

/** Returns the starting point of the input; `record` is the latest version. */
export function baseOf<Item extends Stored>({ base, item }: { base: Base | undefined; item: Item | undefined }, record: Item | undefined) {
  const from = item ?? record
  return base ?? (from && { version: from.version, values: from })
}

/** Returns a function that applies an action to the store. */
export const dispatcher =
  <Item extends Stored, Input extends object>(store: EditorStore<Item, Input>) =>
  (action: Action<Item, Input>) =>
    store.set(reduce(store.get(), action))
