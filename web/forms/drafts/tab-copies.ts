import * as z from 'zod/mini'
import { browserStorage, tabStorage } from '#web/storage.ts'
import { Draft } from './draft.ts'

/** The prefix of all copies in the storage of the tab, followed by the user's id and the draft's id. */
const prefix = 'moviebox.draft:'

/** The copy of a draft in this tab. Without `draft`, the user has discarded it, and the server may still have it. */
const Copy = z.object({
  /** The path of its form. */
  path: z.string(),
  /** The time of the latest input, in ISO 8601. */
  at: z.string(),
  draft: z.optional(Draft),
  /** Whether the server has the same. */
  isStored: z.boolean(),
})
type Copy = z.output<typeof Copy>

type Name = { owner: string; id: string }

/** All copies of a user. */
export function copiesOf(owner: string): (Copy & { id: string })[] {
  const start = keyOf({ owner, id: '' })
  return tabStorage.keys().flatMap((key) => {
    const copy = key.startsWith(start) ? read(key) : undefined
    return copy ? [{ id: key.slice(start.length), ...copy }] : []
  })
}

/** Keeps a copy. Returns whether a reload will find it. */
export const putCopy = (name: Name, copy: Copy): boolean => tabStorage.keep(keyOf(name), JSON.stringify(copy))

export const removeCopy = (name: Name): void => tabStorage.remove(keyOf(name))

/** Removes the copies that the server has as well, of every user, and the drafts that earlier releases kept in the browser. */
export function removeStoredCopies(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(prefix) && read(key)?.isStored !== false) tabStorage.remove(key)
  for (const key of browserStorage.keys()) if (key.startsWith(prefix)) browserStorage.remove(key)
}

const keyOf = ({ owner, id }: Name) => `${prefix}${owner}:${id}`

function read(key: string): Copy | undefined {
  try {
    return Copy.safeParse(JSON.parse(tabStorage.get(key) ?? '')).data
  } catch {
    return undefined
  }
}
