import { prefix } from './age.ts'

/**
 * A draft is held by the tab that has its form open: no other one offers it meanwhile. The lock is the browser's own, so that it goes with
 * its tab, however that ends, and a tab that sleeps keeps it. Where there are none (without HTTPS), drafts stay in their tab anyhow.
 */
const { locks } = navigator as Partial<Navigator>

const nameOf = (id: string) => prefix + id

/** Those that this tab is letting go of, which takes a moment. */
const leaving = new Set<Promise<void>>()

/** Locks a draft. Returns a function that releases it. */
export function hold(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = locks?.request(nameOf(id), () => promise).catch((error: unknown) => console.error('A draft could not be held', error))
  return () => {
    resolve()
    if (!held) return
    leaving.add(held)
    void held.then(() => leaving.delete(held))
  }
}

/** Which of these drafts no tab has open. */
export async function free<Kept extends { id: string }>(drafts: Kept[]): Promise<Kept[]> {
  if (!locks || drafts.length === 0) return drafts
  await Promise.all(leaving)
  const { held = [] } = await locks.query()
  const names = new Set(held.map(({ name }) => name))
  return drafts.filter(({ id }) => !names.has(nameOf(id)))
}
