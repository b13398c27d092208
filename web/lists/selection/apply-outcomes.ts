import type { Change, Outcome } from '#contract/changes.ts'
import { updateLists } from '#web/api/lists.ts'
import { recordOwnChange } from '#web/api/live.ts'
import { queries } from '#web/api/queries.ts'
import type { Stored } from '#web/api/resource.ts'
import { aliasVersion } from '#web/toasts/version-aliases.ts'
import type { BulkAction, Planned } from './bulk-actions.ts'
import { keepSelected } from './selected.ts'

/** Applies the outcomes of a step to the loaded lists, and updates the selection. */
export function applyOutcomes(
  { target: { name }, isUndo }: BulkAction,
  planned: readonly Planned[],
  outcomes: readonly Outcome<unknown>[],
) {
  const afterwards = new Map<string, (item: Stored) => Stored | undefined>()
  for (const [at, each] of planned.entries()) {
    const outcome = outcomes[at]
    if (!outcome) continue
    afterwards.set(outcome._id, (item) => asItIs(item, each, outcome))
    if ('error' in outcome) continue
    recordOwnChange(name, outcome)
    if (isUndo) aliasVersion(each.item, outcome)
  }
  const changed = (item: Stored) => {
    const make = afterwards.get(item._id)
    return make ? make(item) : item
  }
  updateLists<Stored>(queries(), name, (items) => items.flatMap((item) => changed(item) ?? []))
  keepSelected(changed)
}

/** The record after a change; `undefined` if it has left its list. `before` is the record when the change was planned. */
function asItIs(item: Stored, { item: before, change }: Planned, outcome: Outcome<unknown>): Stored | undefined {
  if ('error' in outcome) return outcome.code === 'not_found' ? undefined : ((outcome.current as Stored | null) ?? item)
  if ('deleted' in change || 'erased' in change) return undefined
  const { version } = outcome
  return 'restore' in change ? { ...before, version } : { ...item, ...fieldsOf(change), version }
}

const fieldsOf = ({ _id, version, ...fields }: Change<object>) => fields
