import { tooLate } from './refusals.ts'

/**
 * How long a caller waits. Until storing has begun, a passed deadline means that nothing will be stored, and the caller is told so
 * (503) at once. Once it has begun, the caller is told what becomes of it, however long that takes: the other answer might be a lie.
 */
export class Deadline {
  /** Aborted when the deadline has passed before storing began; its reason is the 503 `Refusal`. */
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #end: number
  readonly #timer: NodeJS.Timeout
  #isStoring = false

  /** `limit` in milliseconds from now. */
  constructor(limit: number) {
    this.signal = this.#controller.signal
    this.#end = performance.now() + limit
    this.#timer = setTimeout(() => this.pass(), limit).unref()
  }

  /** The caller is gone, or the time is over. */
  pass(): void {
    if (!this.#isStoring) this.#controller.abort(tooLate())
  }

  /** Throws the 503 when it has passed. Goes by the clock too: while the event loop is busy, no timer says so. */
  check(): void {
    if (performance.now() >= this.#end) this.pass()
    this.signal.throwIfAborted()
  }

  /** Comes right before what can't be taken back; throws like `check`. */
  beginStoring(): void {
    this.check()
    this.#isStoring = true
  }

  /** Nothing was stored after all, and it may be tried again. */
  endStoring(): void {
    this.#isStoring = false
    if (performance.now() >= this.#end) this.pass()
  }

  /** The result of `work`, or the 503 as soon as the deadline passes. */
  async race<Result>(work: Promise<Result> | Result): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>()
    const passed = () => reject(this.signal.reason)
    this.signal.addEventListener('abort', passed)
    if (this.signal.aborted) passed()
    try {
      // Also where it has passed already: work that is under way and fails with nobody listening would end the process.
      return await Promise.race([promise, work])
    } finally {
      this.signal.removeEventListener('abort', passed)
    }
  }

  /** The answer is out: nothing is left to wait for. */
  clear(): void {
    clearTimeout(this.#timer)
  }
}
