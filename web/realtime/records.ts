import { mostOpen } from '#contract/live.ts'
import { live } from '#web/api/live.ts'

/** Without HTTPS a browser has none. */
const { locks } = navigator as Partial<Navigator>

/**
 * Publishes the records open in this tab to the browser's other tabs, until `over` aborts: the stream of the visible tab reports them. Each is
 * a shared lock whose name begins with `prefix`, and ends with its tab. `onChange` is called once the locks have followed a change.
 */
export function publishRecords(prefix: string, over: AbortSignal, onChange: () => void): void {
  const { records } = live()
  let ended = new AbortController()

  function hold(now: readonly string[]) {
    ended.abort()
    ended = new AbortController()
    const { promise, resolve } = Promise.withResolvers<void>()
    AbortSignal.any([over, ended.signal]).addEventListener('abort', () => resolve())
    for (const record of now) locks?.request(prefix + record, { mode: 'shared' }, () => promise).catch(() => {})
  }

  hold(records.get())
  const stop = records.subscribe((now) => {
    hold(now)
    // The browser releases a lock a little later.
    setTimeout(onChange, 50)
  })
  over.addEventListener('abort', stop)
}

/** The records that are open in this tab, and in the others as far as they are known: as many as one stream can report. */
export async function openRecords(prefix: string): Promise<string[]> {
  const { held = [] } = (await locks?.query()) ?? {}
  const others = held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  return [...new Set([...live().records.get(), ...others])].slice(0, mostOpen)
}
