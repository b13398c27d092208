import { overloaded } from '#server/refusals.ts'

/**
 * Lets at most `atOnce` pieces of work run at the same time, in the order of asking. An aborted `signal` ends the waiting by
 * throwing its reason; work that has begun goes on. Throws a 503 `Refusal` where `mostWaiting` wait already.
 */
export function limitConcurrency(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) {
  let running = 0
  const queue = new Set<() => void>()

  const wait = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.delete(enter)
        reject(signal.reason)
      }
      const enter = () => {
        queue.delete(enter)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      queue.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })

  return async function inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted()
    if (running >= atOnce && queue.size >= mostWaiting) throw overloaded()
    if (running >= atOnce) await wait(signal)
    else running++
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const [next] = queue
      if (next) next()
      else running--
    }
  }
}
