import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import type { Address } from './address.ts'

/** None of several hosts is writable; the message gives the reason for each. */
export class NoHost extends Error {}

/** The host is read-only: a standby, or for another reason. */
class ReadOnlyHost extends Error {}

/** The query that tells whether a host is writable: a standby is not. */
export const question = 'show transaction_read_only'

/** Throws `ReadOnlyHost` if the result of `question` comes from a read-only host. */
export function requireChanges({ rows }: pg.QueryResult<{ transaction_read_only: string }>): void {
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyHost('is read-only')
}

/**
 * The delay for the current host, in milliseconds. If two hosts are writable, the new one has taken over: the current one was cut off and
 * doesn't know yet.
 */
const headStart = 100

/** Opens the pool of connections to a host, or a single connection. */
export type Connectors = { openPool: (url: string) => pg.Pool; openClient: (url: string) => pg.Client }

/**
 * Holds the pool of the host that is writable at the moment. On doubt, it asks all hosts at once, so a silent host delays no query. When
 * another host answers, all connections to the previous one end. A single host without `target_session_attrs` is used without a check.
 */
export class Hosts {
  readonly #address: Address
  readonly #connectors: Connectors
  #current: { url: string; pool: pg.Pool } | undefined
  #isDoubted = true
  #search: Promise<pg.Pool> | undefined

  constructor(address: Address, connectors: Connectors) {
    this.#address = address
    this.#connectors = connectors
  }

  /** Returns the pool of the writable host. Throws `DatabaseUnavailable`. */
  async pool(): Promise<pg.Pool> {
    if (this.#current && !this.#isDoubted && !this.#search) return this.#current.pool
    this.#search ??= this.#find().finally(() => {
      this.#search = undefined
    })
    return this.#search
  }

  /** Reports that a connection of this pool (the current one by default) was lost, couldn't be opened, or is read-only. */
  doubt(pool = this.#current?.pool): void {
    if (this.#address.mustTakeChanges && pool === this.#current?.pool) this.#isDoubted = true
  }

  async end(): Promise<void> {
    await this.#search?.catch(() => {})
    await this.#current?.pool.end()
  }

  async #find(): Promise<pg.Pool> {
    // A doubt that arises during the search causes another search.
    this.#isDoubted = false
    try {
      return this.#moveTo(await this.#ask())
    } catch (error) {
      this.#isDoubted = true
      throw error
    }
  }

  /** Returns the URL of the writable host. */
  async #ask(): Promise<string> {
    const { hosts, mustTakeChanges } = this.#address
    const [{ url } = { url: '' }] = hosts
    if (!mustTakeChanges) return url
    const failures: unknown[] = []
    const asked = hosts.map(async ({ url }, at) => {
      try {
        await requireReach(this.#connectors.openClient(url))
        if (url === this.#current?.url) await pause(headStart)
        return url
      } catch (error) {
        failures[at] = error
        throw error
      }
    })
    return Promise.any(asked).catch(() => {
      const cause = this.#reasonOf(failures)
      throw new DatabaseUnavailable(`No host accepts changes: ${cause.message}`, { cause })
    })
  }

  /** Returns the error that all hosts share, such as a wrong password, or else `NoHost` with one reason for each host. */
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
    this.#current = { url, pool: this.#connectors.openPool(url) }
    // Running queries on the old host finish or fail, and their connections end with them.
    last?.pool.end().catch(() => {})
    return this.#current.pool
  }
}

/** Throws if the host can't be reached or is read-only. */
async function requireReach(client: pg.Client): Promise<void> {
  // Errors of an abandoned connection are ignored.
  client.on('error', () => {})
  try {
    await client.connect()
    requireChanges(await client.query(question))
  } finally {
    client.end().catch(() => {})
  }
}
