import { overloaded } from '#server/errors.ts'

type Waiting = { places: number; enter: () => void }

/**
 * Lets pieces of work run at the same time as far as there are places, `atOnce` in all, in the order of asking: one that takes many
 * isn't overtaken by those that take few. An aborted `signal` ends the waiting by throwing its reason; work that has begun goes on.
 * Throws a 503 `HttpError` where `mostWaiting` wait already.
 */
export function limitConcurrency(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) {
  let free = atOnce
  const queue = new Set<Waiting>()

  /** A place goes straight to the next in line, so that nobody slips in between. */
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

  /** `places` (1 to `atOnce`) are what this work takes. */
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
