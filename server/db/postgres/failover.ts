import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import type { Address } from './address.ts'

/** None of several hosts takes changes; the message says of each why. */
export class NoHost extends Error {}

/** A host that is a standby, or takes no changes for another reason. */
class ReadOnlyHost extends Error {}

/** What tells whether a host takes changes: a standby doesn't. */
export const question = 'show transaction_read_only'

/** Throws where that is the answer of one that takes none. */
export function requireChanges({ rows }: pg.QueryResult<{ transaction_read_only: string }>): void {
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyHost('takes no changes')
}

/** In milliseconds. Where two take changes, one has taken over from the other, which was cut off and doesn't know yet: the one that was used so far. */
const headStart = 100

/** How a host is reached. */
export type Means = { openPool: (url: string) => pg.Pool; openClient: (url: string) => pg.Client }

/**
 * The connections to whichever host of an address takes changes at the moment. Which one that is, is asked anew when there is a reason to
 * doubt it: all are asked at once, so that one that says nothing delays nobody. When it is another one, all connections to the last one end.
 * Where there is one host and nothing is asked of it, it is taken as it is.
 */
export class Hosts {
  readonly #address: Address
  readonly #means: Means
  #current: { url: string; pool: pg.Pool } | undefined
  #isDoubted = true
  #search: Promise<pg.Pool> | undefined

  constructor(address: Address, means: Means) {
    this.#address = address
    this.#means = means
  }

  /** Throws `DatabaseUnavailable`. */
  async pool(): Promise<pg.Pool> {
    if (this.#current && !this.#isDoubted && !this.#search) return this.#current.pool
    this.#search ??= this.#find().finally(() => {
      this.#search = undefined
    })
    return this.#search
  }

  /** A connection of this pool, the present one unless said, was lost or couldn't be had, or takes no changes. */
  doubt(pool = this.#current?.pool): void {
    if (this.#address.mustTakeChanges && pool === this.#current?.pool) this.#isDoubted = true
  }

  async end(): Promise<void> {
    await this.#search?.catch(() => {})
    await this.#current?.pool.end()
  }

  async #find(): Promise<pg.Pool> {
    // What comes to be doubted meanwhile is asked once more.
    this.#isDoubted = false
    try {
      return this.#moveTo(await this.#ask())
    } catch (error) {
      this.#isDoubted = true
      throw error
    }
  }

  /** The address of the host that takes changes. */
  async #ask(): Promise<string> {
    const { hosts, mustTakeChanges } = this.#address
    const [{ url } = { url: '' }] = hosts
    if (!mustTakeChanges) return url
    const failures: unknown[] = []
    const asked = hosts.map(async ({ url }, at) => {
      try {
        await requireReach(this.#means.openClient(url))
        if (url === this.#current?.url) await pause(headStart)
        return url
      } catch (error) {
        failures[at] = error
        throw error
      }
    })
    return Promise.any(asked).catch(() => {
      const cause = this.#reasonOf(failures)
      throw new DatabaseUnavailable(`No host takes changes: ${cause.message}`, { cause })
    })
  }

  /** Where all say the same that is what is wrong: the password for one. */
  #reasonOf(failures: unknown[]): Error {
    const codes = failures.map((failure) => (failure as { code?: string }).code)
    const [first] = failures
    if (first instanceof Error && codes[0] !== undefined && codes.every((code) => code === codes[0])) return first
    const said = this.#address.hosts.map(({ name }, at) => {
      const { message } = failures[at] as Error
      return `${name}: ${codes[at] ?? message}`
    })
    return new NoHost(said.join(', '))
  }

  #moveTo(url: string): pg.Pool {
    const last = this.#current
    if (last?.url === url) return last.pool
    this.#current = { url, pool: this.#means.openPool(url) }
    // What is under way there ends as it will, and its connection with it.
    last?.pool.end().catch(() => {})
    return this.#current.pool
  }
}

/** Throws where the host can't be reached or takes no changes. */
async function requireReach(client: pg.Client): Promise<void> {
  // What becomes of a connection that is given up is nobody's business.
  client.on('error', () => {})
  try {
    await client.connect()
    requireChanges(await client.query(question))
  } finally {
    client.end().catch(() => {})
  }
}
