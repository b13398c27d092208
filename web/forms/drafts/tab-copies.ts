import * as z from 'zod/mini'
import { browserStorage, tabStorage } from '#web/storage.ts'
import { Draft } from './draft.ts'

/** The prefix of all copies in the storage of the tab, followed by the user's id and the draft's id. */
const prefix = 'moviebox.draft:'

/** The copy of a draft in this tab. Without `draft`, the user has discarded it, and the server is still to be told. */
const TabCopy = z.object({
  path: z.string(),
  at: z.string(),
  draft: z.optional(Draft),
  /** What the server has: no such draft, this state of it, or perhaps an older one. */
  onServer: z.enum(['nothing', 'same', 'older']),
})
export type TabCopy = z.output<typeof TabCopy>

type Name = { owner: string; id: string }

/** All copies of a user. */
export function copiesOf(owner: string): (TabCopy & { id: string })[] {
  const start = keyOf({ owner, id: '' })
  return tabStorage.keys().flatMap((key) => {
    const copy = key.startsWith(start) ? read(key) : undefined
    return copy ? [{ id: key.slice(start.length), ...copy }] : []
  })
}

export const copyOf = (name: Name): TabCopy | undefined => read(keyOf(name))

/** Keeps a copy, in memory where the browser has no room. Returns whether a reload will find it. */
export const putCopy = (name: Name, copy: TabCopy): boolean => tabStorage.set(keyOf(name), JSON.stringify(copy))

export const removeCopy = (name: Name): void => tabStorage.remove(keyOf(name))

/** Removes the copies that the server has as well, of every user, and the drafts that earlier releases kept in the browser. */
export function removeStoredCopies(): void {
  const isStored = (key: string) => ['same', undefined].includes(read(key)?.onServer)
  for (const key of tabStorage.keys()) if (key.startsWith(prefix) && isStored(key)) tabStorage.remove(key)
  for (const key of browserStorage.keys()) if (key.startsWith(prefix)) browserStorage.remove(key)
}

const keyOf = ({ owner, id }: Name) => `${prefix}${owner}:${id}`

function read(key: string): TabCopy | undefined {
  try {
    return TabCopy.safeParse(JSON.parse(tabStorage.get(key) ?? '')).data
  } catch {
    return undefined
  }
}
