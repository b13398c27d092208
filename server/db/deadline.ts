import { type HttpError, tooLate } from '#server/errors.ts'

/**
 * How long a caller waits. Until storing has begun, a passed deadline means that nothing will be stored, and the caller is told so
 * (503) at once. Once it has begun, the caller is told what becomes of it, however long that takes: the other answer might be a lie.
 */
export class Deadline {
  readonly #end: number
  readonly #timer: NodeJS.Timeout
  /** Those who are told when the deadline has passed before storing began. */
  readonly #racing: ((refusal: HttpError) => void)[] = []
  #refusal: HttpError | undefined
  /** Made for whoever asks for it: it costs more than all the rest. */
  #controller: AbortController | undefined
  #isStoring = false

  /** `limit` in milliseconds from now. */
  constructor(limit: number) {
    this.#end = performance.now() + limit
    this.#timer = setTimeout(() => this.pass(), limit).unref()
  }

  get hasPassed(): boolean {
    return this.#refusal !== undefined
  }

  /** Aborted when the deadline has passed before storing began; its reason is the 503 `HttpError`. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#refusal) this.#controller.abort(this.#refusal)
    return this.#controller.signal
  }

  /** The caller is gone, or the time is over. */
  pass(): void {
    if (this.#isStoring || this.#refusal) return
    this.#refusal = tooLate()
    for (const end of this.#racing) end(this.#refusal)
    this.#controller?.abort(this.#refusal)
  }

  /** Throws the 503 when it has passed. Goes by the clock too: while the event loop is busy, no timer says so. */
  check(): void {
    if (performance.now() >= this.#end) this.pass()
    if (this.#refusal) throw this.#refusal
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
  race<Result>(work: Promise<Result> | Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#refusal) reject(this.#refusal)
      this.#racing.push(reject)
      if (work instanceof Promise) work.then(resolve, reject)
      else resolve(work)
    })
  }

  /** The answer is out: nothing is left to wait for. */
  clear(): void {
    clearTimeout(this.#timer)
  }
}
