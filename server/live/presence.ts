import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { mostNamed, type Open } from '#contract/live.ts'
import { postgresNow } from '#server/db/clock.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'

/** A user who has records ('movies/0199…') open in forms. */
export type Present = { _id: string; name: string; records: readonly string[] }

/** Times in milliseconds: the gap allowed before a user's next stream, the interval of a server's report, and the report's lifetime. */
const usual = { linger: 2_000, renew: 15_000, counts: 40_000 }

/**
 * Tracks who has which record open. Each server knows its own streams. Servers that share a PostgreSQL each keep a row there, by the database's
 * clock, and a server that dies is forgotten. Names go only to signed-in users, and nothing is kept.
 */
export class Presence {
  readonly #db: Database
  readonly #server = randomUUID()
  readonly #times: typeof usual
  readonly #here = new Set<Present>()
  #elsewhere: Present[] = []
  /** By record; `undefined` until it is needed, and again once that has changed. */
  #byRecord: Map<string, Present[]> | undefined
  #said = { people: '[]', at: 0 }

  constructor(db: Database, times = usual) {
    this.#db = db
    this.#times = times
  }

  /** Adds a user's open records. Returns the function that removes them, after a delay: the same browser's next stream may be about to begin. */
  enter(present: Present): () => void {
    if (present.records.length === 0) return () => {}
    this.#here.add(present)
    this.#byRecord = undefined
    const leave = () => {
      this.#here.delete(present)
      this.#byRecord = undefined
    }
    return () => void setTimeout(leave, this.#times.linger).unref()
  }

  /** Returns which users other than `_id` have each of these records open. */
  others({ _id, records }: Present): Open[] {
    this.#byRecord ??= byRecord([...this.#here, ...this.#elsewhere])
    const present = this.#byRecord
    return records.map((record) => {
      const [resource = '', id = ''] = record.split('/')
      const others = (present.get(record) ?? []).filter((each) => each._id !== _id)
      return { resource, _id: id, names: others.slice(0, mostNamed).map(({ name }) => name) }
    })
  }

  /** Reports this server's users to the other servers, and reads theirs. */
  async exchange(): Promise<void> {
    if (!isPostgres(this.#db)) return
    const people = JSON.stringify([...this.#here])
    const isOld = people !== '[]' && performance.now() - this.#said.at > this.#times.renew
    if (people !== this.#said.people || isOld) await this.#say(people)
    this.#elsewhere = this.#here.size === 0 ? [] : await this.#hear()
    this.#byRecord = undefined
  }

  /** Removes this server's report before the server ends. */
  async leave(): Promise<void> {
    this.#here.clear()
    await this.exchange()
  }

  async #say(people: string) {
    await sql`delete from presence where server = ${this.#server} or at < ${postgresNow} - ${this.#times.counts}`.execute(this.#db)
    if (people !== '[]') await sql`insert into presence values (${this.#server}, ${people}, ${postgresNow})`.execute(this.#db)
    this.#said = { people, at: performance.now() }
  }

  async #hear(): Promise<Present[]> {
    const { rows } = await sql<{ people: string }>`select people from presence where server <> ${this.#server}`.execute(this.#db)
    return rows.flatMap(({ people }) => JSON.parse(people) as Present[])
  }
}

/** Returns the users of each record, each once, in order of name. It keeps one more than are shown, because no user is shown to themselves. */
function byRecord(present: readonly Present[]): Map<string, Present[]> {
  const people = new Map<string, Map<string, Present>>()
  for (const each of present) {
    for (const record of each.records) {
      const its = people.get(record) ?? new Map<string, Present>()
      people.set(record, its.set(each._id, each))
    }
  }
  const inOrder = (its: Map<string, Present>) => [...its.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  return new Map([...people].map(([record, its]) => [record, inOrder(its).slice(0, mostNamed + 1)]))
}
