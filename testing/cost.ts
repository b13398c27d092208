import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The longest turn of the event loop, in milliseconds of CPU time, and the growth of memory in bytes. */
export type Cost = { turn: number; bytes: number }

/** The limits of one small request. */
const most: Cost = { turn: 50, bytes: 50_000_000 }

/**
 * Returns the cost of `work` in this process. A cost above the limits is measured again, up to `tries` times, because a busy machine adds to it. The
 * lowest cost counts. From the second try on, memory is what is left after a garbage collection.
 */
export async function costOf(work: () => Promise<unknown>, tries = 3): Promise<Cost> {
  let least = await measured(work, () => undefined)
  for (let at = 1; at < tries && !isCheap(least); at++) {
    const cost = await measured(work, collectGarbage)
    least = { turn: Math.min(least.turn, cost.turn), bytes: Math.min(least.bytes, cost.bytes) }
  }
  return least
}

/** Whether the cost is within the limits of one request. */
export const isCheap = ({ turn, bytes }: Cost): boolean => turn <= most.turn && bytes <= most.bytes

async function measured(work: () => Promise<unknown>, collect: () => void): Promise<Cost> {
  const cost: Cost = { turn: 0, bytes: 0 }
  collect()
  const before = memory()
  let isOver = false
  const watching = (async () => {
    let last = processorTime()
    do {
      await nextTurn()
      const now = processorTime()
      cost.turn = Math.max(cost.turn, now - last)
      if (now - last > 5 || isOver) {
        if (memory() - before > most.bytes) collect()
        cost.bytes = Math.max(cost.bytes, memory() - before)
      }
      last = processorTime()
    } while (!isOver)
  })()
  try {
    await work()
  } finally {
    isOver = true
    await watching
  }
  return cost
}

/** Returns the CPU time of this thread so far, in milliseconds. Other processes on a busy machine don't add to it, unlike the time of a clock. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function memory(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
