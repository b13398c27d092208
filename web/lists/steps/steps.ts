import { newIdempotencyKey } from '#web/api/idempotency.ts'
import { isOutcomeUnknown } from '#web/api/is-outcome-unknown.ts'
import { createStore, type Store } from '#web/store.ts'

/** Work on many items that is done step by step. */
export type Plan<Item, Outcome> = {
  /** The number of items in all steps. */
  total: number
  /** Returns the items of the next step; none end the work. */
  next: () => readonly Item[]
  /** Sends a step. All tries of a step have the same idempotency key, so nothing is done twice. */
  send: (items: readonly Item[], idempotencyKey: string) => Promise<readonly Outcome[]>
  /** Called after each step with its outcomes, in the order of the items; 'unknown' if the server may have done the step. */
  onStep: (items: readonly Item[], outcomes: readonly Outcome[] | 'unknown') => void
}

/** `interrupted`: a step has failed, and the user decides whether to try again. `pausing` and `stopping` wait for the step under way. */
export type Progress = {
  state: 'working' | 'pausing' | 'paused' | 'interrupted' | 'stopping' | 'over'
  done: number
  total: number
  /** The failure of an interrupted step. */
  error?: unknown
}

export type Steps = Pick<Store<Progress>, 'get' | 'subscribe'> & {
  /** Resolves after the last step, and after `stop`. */
  finished: Promise<Progress>
  pause: () => void
  /** Continues after a pause, or repeats the step that failed. */
  resume: () => void
  /** Ends the work after the step under way. */
  stop: () => void
}

/** Does the steps of a plan one after another. */
export function startSteps<Item, Outcome>({ total, next, send, onStep }: Plan<Item, Outcome>): Steps {
  const { get, set, subscribe } = createStore<Progress>({ state: 'working', done: 0, total })
  let awake = Promise.withResolvers<void>()
  const change = (changed: Partial<Progress>) => set({ done: get().done, total, state: get().state, ...changed })

  /** Waits until the user continues or stops. */
  async function wait(state: 'paused' | 'interrupted', error?: unknown) {
    awake = Promise.withResolvers()
    change({ state, ...(error !== undefined && { error }) })
    await awake.promise
  }

  async function attempt(items: readonly Item[]): Promise<readonly Outcome[] | 'unknown' | 'not done'> {
    const key = newIdempotencyKey()
    let unsent: 'unknown' | 'not done' = 'not done'
    for (;;) {
      try {
        return await send(items, key)
      } catch (error) {
        console.error('A step failed', error)
        if (isOutcomeUnknown(error)) unsent = 'unknown'
        if (get().state !== 'stopping') await wait('interrupted', error)
        if (get().state === 'stopping') return unsent
      }
    }
  }

  async function run(): Promise<Progress> {
    for (let items = next(); items.length > 0; items = next()) {
      const outcomes = await attempt(items)
      if (outcomes !== 'not done') {
        onStep(items, outcomes)
        change({ done: get().done + items.length })
      }
      if (get().state === 'pausing') await wait('paused')
      if (get().state === 'stopping') break
    }
    change({ state: 'over' })
    return get()
  }

  const waits = () => ['paused', 'interrupted'].includes(get().state)
  return {
    get,
    subscribe,
    finished: run(),
    pause: () => get().state === 'working' && change({ state: 'pausing' }),
    resume() {
      if (waits() || get().state === 'pausing') change({ state: 'working' })
      awake.resolve()
    },
    stop() {
      if (get().state !== 'over') change({ state: 'stopping' })
      awake.resolve()
    },
  }
}

/** Returns the `next` of a plan for a fixed list of items, in steps of `size`. */
export function inSteps<Item>(items: readonly Item[], size: number): () => readonly Item[] {
  let start = 0
  return () => {
    start += size
    return items.slice(start - size, start)
  }
}
