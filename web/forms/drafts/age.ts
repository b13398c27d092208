import { browserStorage, tabStorage } from '#web/storage.ts'

/** The prefix of all drafts in the browser's storage, followed by the user's id and the draft's id. */
export const prefix = 'moviebox.draft:'

/** How long a draft is kept after it was typed last, in milliseconds: a week. */
const longest = 7 * 86_400_000

/** Removes all users' drafts that are older than a week, and malformed ones. */
export function clearOldDrafts(now = Date.now()): void {
  for (const store of [browserStorage, tabStorage])
    for (const name of store.keys()) if (name.startsWith(prefix) && isOld(store.get(name), now)) store.remove(name)
}

/** A clock that was ahead when it was typed makes a draft older than it says, and is no reason to lose it. */
function isOld(text: string | null, now: number): boolean {
  const at = /"at":"([^"]+)"/.exec(text ?? '')?.[1]
  return at === undefined || !(now - Date.parse(at) < longest)
}
