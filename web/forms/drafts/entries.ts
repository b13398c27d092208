import * as z from 'zod/mini'
import { browserStorage, type SafeStorage, tabStorage } from '#web/storage.ts'
import { prefix } from './age.ts'
import { Draft } from './draft.ts'

/** A draft in the browser's storage. Only `sealed` holds input, encrypted; without a key the draft is stored in the clear. */
const Entry = z.object({
  /** The address of its form. */
  path: z.string(),
  /** When it was typed last, in ISO 8601. */
  at: z.string(),
  sealed: z.optional(z.string()),
  draft: z.optional(Draft),
})
export type Entry = z.output<typeof Entry>

/** As it was kept until November 2026, in its tab and under the address of its form: a tab may have been open since. */
const Earlier = z.object({ values: Draft.shape.values, version: z.optional(z.int()), at: z.string() })

/** Whose draft it is, and which of theirs. */
export type Name = { owner: string; id: string }

/** Encrypted drafts are in the storage of all tabs; drafts in the clear stay in their tab. */
const stores = () => [browserStorage, tabStorage]

/** All drafts of a person that can be found from here. */
export function entriesOf(owner: string): (Entry & { id: string })[] {
  const start = `${prefix}${owner}:`
  const ids = stores().flatMap((store) => store.keys().flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : [])))
  return [...new Set(ids)].flatMap((id) => {
    const entry = entryOf({ owner, id })
    return entry ? [{ id, ...entry }] : []
  })
}

/** What there is under a name: in this tab first, which is where what came last lies until it is sealed. */
export function entryOf(name: Name): Entry | undefined {
  for (const store of stores().reverse()) {
    const entry = read(store.get(keyOf(name)), name.id)
    if (entry) return entry
  }
  return undefined
}

/** Keeps a draft; answers where it lies now, `undefined` where there is no room for it. */
export function putEntry(name: Name, entry: Entry): 'browser' | 'tab' | undefined {
  const text = JSON.stringify(entry)
  if (entry.sealed !== undefined && isStored(browserStorage, name, text)) {
    tabStorage.remove(keyOf(name))
    return 'browser'
  }
  return isStored(tabStorage, name, text) ? 'tab' : undefined
}

/** The window hears this when a draft that was given up is back. */
export const broughtBack = 'moviebox.broughtBack'

/** Gives a draft up; answers how to bring it back. */
export function removeEntry(name: Name): () => void {
  const key = keyOf(name)
  const removed = stores().map((store) => ({ store, text: store.get(key) }))
  for (const { store } of removed) store.remove(key)
  return () => {
    for (const { store, text } of removed) if (text !== null) isStored(store, name, text)
    dispatchEvent(new Event(broughtBack))
  }
}

const keyOf = ({ owner, id }: Name) => `${prefix}${owner}:${id}`

/** A browser may have no room left, or give none. */
function isStored(store: SafeStorage, name: Name, text: string): boolean {
  const isKept = store.keep(keyOf(name), text)
  if (!isKept) console.error('A draft could not be kept')
  return isKept
}

function read(text: string | null, id: string): Entry | undefined {
  if (text === null) return undefined
  try {
    const kept: unknown = JSON.parse(text)
    return Entry.safeParse(kept).data ?? readEarlier(kept, id)
  } catch {
    return undefined
  }
}

function readEarlier(kept: unknown, path: string): Entry | undefined {
  const { data } = Earlier.safeParse(kept)
  if (!data || !path.startsWith('/')) return undefined
  const { values, version, at } = data
  return { path, at, draft: { values, ...(version !== undefined && { base: { version, values: {} } }) } }
}
