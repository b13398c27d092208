import { HttpError } from '#server/errors.ts'

/** The exports that one address may run at once, and start within a minute, without signing in. */
const mostPublicExports = { atOnce: 2, inAMinute: 20 }

const minute = 60_000

/** Counts the exports of callers without a session, by address. */
export class PublicExports {
  readonly #running = new Map<string, number>()
  /** Since `#since`, by address. */
  readonly #begun = new Map<string, number>()
  #since = performance.now()

  /** Returns a function that ends the export. Throws a 429 `HttpError` where the address has too many. */
  begin(network: string): () => void {
    const now = performance.now()
    if (now - this.#since >= minute) {
      this.#begun.clear()
      this.#since = now
    }
    const [running, begun] = [this.#running.get(network) ?? 0, this.#begun.get(network) ?? 0]
    if (running >= mostPublicExports.atOnce) throw tooMany(1)
    if (begun >= mostPublicExports.inAMinute) throw tooMany(Math.ceil((this.#since + minute - now) / 1000))
    this.#running.set(network, running + 1)
    this.#begun.set(network, begun + 1)
    return () => this.#end(network)
  }

  #end(network: string) {
    const left = (this.#running.get(network) ?? 0) - 1
    if (left > 0) this.#running.set(network, left)
    else this.#running.delete(network)
  }
}

const tooMany = (seconds: number) =>
  new HttpError(429, 'too_many_exports', 'Too many exports at once from this address. Please try again in a moment, or sign in.', {
    retryAfter: seconds,
  })
