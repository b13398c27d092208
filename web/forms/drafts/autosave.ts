import { draftKey } from '#web/api/draft-key.ts'
import { newIdempotencyKey } from '#web/api/idempotency.ts'
import type { Draft } from './draft.ts'
import { putEntry, removeEntry } from './entries.ts'
import { hold } from './holding.ts'
import { seal } from './seal.ts'

/** Whose draft of which form. */
export type DraftForm = { owner: string; path: string }

export type DraftAutosave = ReturnType<typeof draftAutosave>

/**
 * Saves the input of one form as a draft with an id of its own, so that two tabs never overwrite each other. `left` is an orphaned draft
 * to continue.
 */
export function draftAutosave({ owner, path }: DraftForm, left?: { id: string; draft: Draft }) {
  const name = { owner, id: left?.id ?? newId() }
  let latest = left?.draft
  let where: ReturnType<typeof putEntry> = 'browser'
  let key: CryptoKey | undefined
  let isWriting = false
  const holders = new Set<object>()
  let release = () => {}

  function keep(draft: Draft) {
    latest = draft
    // Until it can be sealed, so that nothing depends on how soon an answer comes.
    if (!key) where = putEntry(name, { path, at: now(), draft })
    void write()
  }

  const note = (sent: Draft['sent']) => latest && keep({ ...latest, sent })

  /** One after the other, so that the last one typed is the last one written. */
  async function write() {
    if (isWriting) return
    isWriting = true
    // Another password means another key.
    key = (await draftKey()) ?? key
    for (let written: Draft | undefined; key && latest && written !== latest; ) {
      written = latest
      const sealed = await seal(key, written)
      if (latest) where = putEntry(name, { path, at: now(), sealed })
    }
    isWriting = false
  }

  return {
    id: name.id,
    /** The latest draft. */
    latest: () => latest,
    /** Where it lies: for other tabs and days too, for this tab alone, or nowhere for want of room. */
    where: () => where,
    keep: (draft: Pick<Draft, 'values' | 'base'>) => keep({ ...draft, sent: latest?.sent }),
    /** The input that was sent without an answer, in any tab and on any day. */
    sent: () => latest?.sent,
    /** Notes that this is sent, and answers the name to send it under. */
    sendAs(input: object): string | undefined {
      if (!latest?.sent) note({ as: newIdempotencyKey(), input })
      return latest?.sent?.as
    },
    /** Notes that the sent input was not stored. */
    notStored: () => note(undefined),
    /** Answers how to bring it back. */
    drop(): () => void {
      latest = undefined
      return removeEntry(name)
    },
    /** Locks the draft, so that it is not offered elsewhere. Returns a function that releases it; `over` releases it as well. */
    hold(over?: AbortSignal): () => void {
      const holder = {}
      if (holders.size === 0) release = hold(name.id)
      holders.add(holder)
      const letGo = () => {
        if (holders.delete(holder) && holders.size === 0) release()
      }
      over?.addEventListener('abort', letGo, { once: true })
      return letGo
    },
  }
}

const now = () => new Date().toISOString()

const newId = () => Math.random().toString(36).slice(2, 12)
