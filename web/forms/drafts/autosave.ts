import { newIdempotencyKey } from '#web/api/idempotency.ts'
import { queries } from '#web/api/queries.ts'
import { beforeSignOut, currentSession, perSession } from '#web/api/session.ts'
import type { Draft, DraftForm, ReadDraft } from './draft.ts'
import { storeDraft, updateDraftList } from './server-drafts.ts'
import { copiesOf, putCopy, removeCopy, removeStoredCopies } from './tab-copies.ts'

/** In milliseconds: typing is sent to the server this often, and a failed request is repeated after this time, then after twice as long. */
const pause = { typing: 2_000, retry: 10_000, longest: 300_000 }

/** A draft that was found, or a copy that says that it was discarded. */
type Found = Omit<ReadDraft, 'path' | 'draft'> & { draft?: Draft | undefined }

export type DraftAutosave = ReturnType<typeof autosave>

/** One for each draft, so that an older state never overwrites a later one. */
const autosaves = perSession(() => {
  const all = new Map<string, DraftAutosave>()
  beforeSignOut(async () => {
    await Promise.all([...all.values()].map((each) => each.push()))
    removeStoredCopies()
  })
  return all
})

/** Whether a form of this tab holds the draft, or its save is under way. */
export const isInUse = (id: string): boolean => autosaves().get(id)?.isInUse() === true

/**
 * Returns the autosave of a draft: of `found`, of the record that the form edits, or of a new one. Each change goes into the storage of
 * the tab at once, and to the server soon after.
 */
export function draftAutosave(form: DraftForm, found?: Found): DraftAutosave {
  const id = found?.id ?? form.id ?? newIdempotencyKey()
  const known = autosaves().get(id)
  if (known && !known.isIdle()) {
    if (found) known.adopt(found)
    return known
  }
  const made = autosave({ ...form, id }, found)
  autosaves().set(id, made)
  return made
}

/** Sends the changes that an earlier page of this tab could not send. */
export function resumeDrafts(owner: string): void {
  for (const copy of copiesOf(owner))
    if (!copy.isStored && !autosaves().has(copy.id)) void draftAutosave({ owner, path: copy.path, id: copy.id }, copy).push()
}

function autosave({ owner, path, id }: Required<DraftForm>, found: Found | undefined) {
  const name = { owner, id }
  const its = currentSession()
  const client = queries()
  const holders = new Set<object>()
  /** `undefined`: there is no draft, or it was discarded. */
  let latest = found?.draft
  /** What the server has. A request that is under way or has failed leaves it unknown. */
  let stored: Draft | 'unknown' | undefined = found?.isStored === false ? 'unknown' : latest
  let at = found?.at ?? now()
  let isInTab = true
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> = Promise.resolve()

  const isUp = () => stored === latest

  /** Stores the latest state. Repeats a failed request while the session lasts. */
  async function send() {
    clearTimeout(timer)
    timer = undefined
    const draft = latest
    if (!its || its.signal.aborted || isUp()) return
    stored = 'unknown'
    try {
      await storeDraft({ id, form: path, draft }, its)
      stored = draft
      failures = 0
    } catch (error) {
      console.error('A draft could not be stored on the server', error)
      if (!its.signal.aborted) timer ??= setTimeout(push, Math.min(pause.retry * 2 ** failures, pause.longest))
      failures += 1
    }
    if (isUp()) settle()
  }

  /** One request after the other, so that the latest state is the last to arrive. */
  function push(): Promise<void> {
    sending = sending.then(send)
    return sending
  }

  /** The page is about to end: nothing can wait for the request that is under way. */
  const hurry = () => void send()

  /** The copy in the tab has done its work, unless the form is still open. */
  function settle() {
    show()
    if (latest && holders.size > 0) putCopy(name, { path, at, draft: latest, isStored: true })
    else removeCopy(name)
  }

  /** Puts the state into the copy in the tab, and sends it: at once where no form holds the draft. */
  function keep(draft: Draft | undefined) {
    latest = draft
    at = now()
    if (isUp()) return settle()
    isInTab = putCopy(name, { path, at, ...(draft && { draft }), isStored: false })
    if (draft && holders.size > 0) timer ??= setTimeout(push, pause.typing)
    else void push()
  }

  /** Shows the state in the list of drafts. */
  function show() {
    const shown = latest ? [{ _id: id, form: path, at }] : []
    if (its === currentSession()) updateDraftList(client, (list) => [...shown, ...list.filter(({ _id }) => _id !== id)])
  }

  const note = (sent: Draft['sent']) => latest && keep({ ...latest, sent })

  return {
    id,
    push,
    isIdle: () => isUp() && holders.size === 0,
    /** Begins with a draft that was found while nothing was typed. */
    adopt(draft: Found) {
      if (latest || !isUp()) return
      latest = draft.draft
      stored = draft.isStored ? latest : 'unknown'
      at = draft.at
    },
    isInUse: () => latest !== undefined && holders.size > 0,
    /** The latest draft. */
    latest: () => latest,
    /** The place that keeps it: the server, this tab alone, or none. */
    where: () => (isUp() || (failures === 0 && navigator.onLine) ? 'server' : isInTab ? 'tab' : undefined),
    keep: (draft: Pick<Draft, 'values' | 'base'>) => keep({ ...draft, sent: latest?.sent }),
    /** The input that was sent without an answer, in any tab and on any day. */
    sent: () => latest?.sent,
    /** Notes that this input is being sent. Returns its idempotency key. */
    sendAs(input: object): string | undefined {
      if (!latest?.sent) note({ as: newIdempotencyKey(), input })
      return latest?.sent?.as
    },
    /** Notes that the sent input was not stored. */
    notStored: () => note(undefined),
    /** Discards the draft. Returns a function that brings it back, unless there is later input. */
    drop(): () => void {
      const dropped = latest
      keep(undefined)
      show()
      return () => {
        if (!latest) keep(dropped)
        show()
      }
    },
    /** Marks the draft as in use, so that it is offered nowhere else in this tab. Returns a function that ends it; `over` ends it as well. */
    hold(over?: AbortSignal): () => void {
      const holder = {}
      holders.add(holder)
      if (holders.size === 1) addEventListener('pagehide', hurry)
      const release = () => {
        if (!holders.delete(holder) || holders.size > 0) return
        removeEventListener('pagehide', hurry)
        if (!isUp()) void push()
        if (latest) isUp() ? settle() : show()
      }
      over?.addEventListener('abort', release, { once: true })
      return release
    },
  }
}

const now = () => new Date().toISOString()
