import { mostOpen } from '#contract/live.ts'
import { live } from '#web/api/live.ts'

/** Without HTTPS a browser has none. */
const { locks } = navigator as Partial<Navigator>

/**
 * Publishes the records open in this tab to all tabs by means of locks, which end with their tab, until `over` aborts. `changed` is called
 * when the records change. The names of the locks begin with `prefix`.
 */
export function holdRecords(prefix: string, over: AbortSignal, changed: () => void): void {
  const { records } = live()
  let held = new Map<string, AbortController>()

  function follow(now: readonly string[]) {
    for (const [record, end] of held) if (!now.includes(record)) end.abort()
    held = new Map(now.map((record) => [record, held.get(record) ?? hold(record)]))
    // The browser lets go of a lock a little later.
    setTimeout(changed, 50)
  }

  function hold(record: string) {
    const end = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    AbortSignal.any([over, end.signal]).addEventListener('abort', () => resolve())
    locks?.request(prefix + record, { mode: 'shared' }, () => promise).catch(() => {})
    return end
  }

  if (records.get().length > 0) follow(records.get())
  over.addEventListener('abort', records.subscribe(follow))
}

/** The records that are open in this tab, and in the others as far as they are known: as many as one stream can be in. */
export async function openRecords(prefix: string): Promise<string[]> {
  const { held = [] } = (await locks?.query()) ?? {}
  const others = held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  return [...new Set([...live().records.get(), ...others])].slice(0, mostOpen)
}
