import { getHeapStatistics } from 'node:v8'

/** How often it is looked, in milliseconds, and how many times in a row all threads together must have worked for no longer than this. */
const interval = 500
const quietTimes = 4
const mostWork = 10
/** Between two collections, in milliseconds, and what must have come since the last one, in bytes: less isn't worth a tenth of a second. */
const pause = 60_000
const worthIt = 3_000_000

/**
 * Has V8 give back what a busy time has left, as soon as there is nothing to do: by itself it collects garbage where it needs room, not where
 * it has time, and a server that nobody asks for anything keeps for ever what its start took. Only where Node was started for it
 * (`--expose-gc`). Answers what ends that.
 */
export function tidyAtRest(collect = globalThis.gc): () => void {
  if (!collect) return () => {}
  let [kept, collected, quiet] = [0, Number.NEGATIVE_INFINITY, 0]
  let before = process.cpuUsage()
  const looking = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    quiet = user + system > mostWork * 1000 ? 0 : quiet + 1
    if (quiet < quietTimes || performance.now() - collected < pause) return
    if (getHeapStatistics().total_heap_size - kept < worthIt) return
    // An ordinary collection leaves V8's heap as large as it is.
    collect({ type: 'major', flavor: 'last-resort' })
    kept = getHeapStatistics().total_heap_size
    collected = performance.now()
  }, interval)
  looking.unref()
  return () => clearInterval(looking)
}
