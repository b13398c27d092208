import { overloaded } from '#server/errors.ts'

type Waiting = { places: number; enter: () => void }

/**
 * Returns a function that runs work concurrently, up to `atOnce` places in all. Work starts in the order of the calls, so work that takes many
 * places isn't overtaken by work that takes few. An aborted `signal` ends the waiting by throwing its reason; work that has begun goes on.
 * Throws a 503 `HttpError` if `mostWaiting` are waiting already.
 */
export function limitConcurrency(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) {
  let free = atOnce
  const queue = new Set<Waiting>()

  /** Gives free places directly to the next in the queue, so that no later call gets ahead. */
  const advance = () => {
    for (const next of queue) {
      if (next.places > free) return
      queue.delete(next)
      free -= next.places
      next.enter()
    }
  }

  const wait = (signal: AbortSignal, places: number) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.delete(waiting)
        reject(signal.reason)
        advance()
      }
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const waiting = { places, enter }
      queue.add(waiting)
      signal.addEventListener('abort', leave, { once: true })
    })

  /** Runs `work` once `places` (1 to `atOnce`) are free. */
  return async function inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>, places = 1): Promise<Result> {
    signal.throwIfAborted()
    const isFull = queue.size > 0 || places > free
    if (isFull && queue.size >= mostWaiting) throw overloaded()
    if (isFull) await wait(signal, places)
    else free -= places
    try {
      return await work()
    } finally {
      free += places
      advance()
    }
  }
}
