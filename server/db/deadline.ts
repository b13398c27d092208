import { type HttpError, tooLate } from '#server/errors.ts'

/**
 * How long a caller waits. If the deadline passes before storing begins, the caller gets a 503 at once and nothing is stored. After that, the
 * caller waits for the outcome, however long storing takes: a 503 might be untrue.
 */
export class Deadline {
  readonly #end: number
  readonly #timer: NodeJS.Timeout
  /** Rejects the `race` promises when the deadline passes before storing begins. */
  readonly #racing: ((refusal: HttpError) => void)[] = []
  #refusal: HttpError | undefined
  /** Created on first use of `signal`: it costs more than all other parts of the deadline. */
  #controller: AbortController | undefined
  #isStoring = false

  /** `limit` is in milliseconds from now. */
  constructor(limit: number) {
    this.#end = performance.now() + limit
    this.#timer = setTimeout(() => this.pass(), limit).unref()
  }

  get hasPassed(): boolean {
    return this.#refusal !== undefined
  }

  /** Aborted when the deadline passes before storing begins; the reason is the 503 `HttpError`. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#refusal) this.#controller.abort(this.#refusal)
    return this.#controller.signal
  }

  /** Ends the wait, because the caller has disconnected or the time is over. Does nothing once storing has begun. */
  pass(): void {
    if (this.#isStoring || this.#refusal) return
    this.#refusal = tooLate()
    for (const end of this.#racing) end(this.#refusal)
    this.#controller?.abort(this.#refusal)
  }

  /** Throws the 503 if the deadline has passed. Also compares the clock, because a timer can't fire while the event loop is busy. */
  check(): void {
    if (performance.now() >= this.#end) this.pass()
    if (this.#refusal) throw this.#refusal
  }

  /** Marks the point of no return, right before the commit. Throws like `check`. */
  beginStoring(): void {
    this.check()
    this.#isStoring = true
  }

  /** Reports that nothing was stored, so the work may be tried again. */
  endStoring(): void {
    this.#isStoring = false
    if (performance.now() >= this.#end) this.pass()
  }

  /** Returns the result of `work`, or rejects with the 503 as soon as the deadline passes. */
  race<Result>(work: Promise<Result> | Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#refusal) reject(this.#refusal)
      this.#racing.push(reject)
      if (work instanceof Promise) work.then(resolve, reject)
      else resolve(work)
    })
  }

  /** Stops the timer after the response was sent. */
  clear(): void {
    clearTimeout(this.#timer)
  }
}
