import { newIdempotencyKey } from '#web/api/idempotency.ts'
import type { Draft, DraftForm, ReadDraft } from './draft.ts'
import { isInUse, isSyncing, markInUse, showInList, syncDrafts, syncSoon } from './sync.ts'
import { copyOf, putCopy, removeCopy, type TabCopy } from './tab-copies.ts'

export type DraftKeeper = ReturnType<typeof draftKeeper>

/**
 * Keeps the input of one form as a draft: in the tab at once, and on the server soon after. `found` is the draft that the form goes on
 * with. The draft of a new record has an id of its own, so that two tabs never overwrite each other's.
 */
export function draftKeeper({ owner, path, id: record }: DraftForm, found?: ReadDraft) {
  const id = found?.id ?? record ?? newIdempotencyKey()
  const name = { owner, id }
  let adopted = found && { path, at: found.at, draft: found.draft, onServer: 'same' as const }
  let isInTab = true

  const latest = () => copyOf(name)?.draft

  function put(draft: Draft) {
    const isNew = (copyOf(name)?.onServer ?? 'nothing') === 'nothing'
    isInTab = putCopy(name, { path, at: new Date().toISOString(), draft, onServer: isNew ? 'nothing' : 'older' })
    if (isInUse(id)) syncSoon()
    else void syncDrafts()
  }

  function note(sent: Draft['sent']) {
    const draft = latest()
    if (draft) put({ ...draft, sent })
  }

  function discard(copy: TabCopy) {
    if (copy.onServer === 'nothing') removeCopy(name)
    else putCopy(name, { ...copy, draft: undefined, onServer: 'older' })
    showInList(id, { ...copy, draft: undefined })
    void syncDrafts()
  }

  return {
    id,
    /** The place that keeps it: the server, this tab alone, or none. */
    where: () => (isSyncing() ? 'server' : isInTab ? 'tab' : undefined),
    hasInput: () => latest() !== undefined,
    keep: (draft: Pick<Draft, 'values' | 'base'>) => put({ ...draft, sent: latest()?.sent }),
    replace: put,
    /** The input that was sent without an answer, in any tab and on any day. */
    sent: () => latest()?.sent,
    /** Notes that this input is being sent. Returns its idempotency key. */
    sendAs(input: object): string | undefined {
      if (!latest()?.sent) note({ as: newIdempotencyKey(), input })
      return latest()?.sent?.as
    },
    /** Notes that the sent input was not stored. */
    notStored: () => note(undefined),
    /** Discards the draft. Returns a function that brings it back, unless there is later input. */
    drop(): () => void {
      const copy = copyOf(name) ?? adopted
      adopted = undefined
      if (!copy?.draft) return () => {}
      discard(copy)
      return () => {
        if (!latest()) putCopy(name, { ...copy, onServer: 'older' })
        showInList(id, copy)
        void syncDrafts()
      }
    },
    /** Marks the draft as in use, so that it is offered nowhere else in this tab. Returns a function that ends it; `over` ends it as well. */
    hold(over?: AbortSignal): () => void {
      if (adopted && !copyOf(name)) putCopy(name, adopted)
      adopted = undefined
      const release = markInUse(id)
      over?.addEventListener('abort', release, { once: true })
      return release
    },
  }
}
