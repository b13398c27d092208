import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { mostNamed, type Open } from '#contract/live.ts'
import { postgresNow } from '#server/db/clock.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'

/** Somebody who has records ('movies/0199…') open in forms. */
export type Present = { _id: string; name: string; records: readonly string[] }

/** In milliseconds: for how long after a stream its next one may begin, how often a server says again what it said, and how long that counts. */
const usual = { linger: 2_000, renew: 15_000, counts: 40_000 }

/**
 * Who has which record open. Each server knows the streams that it has; where several share a PostgreSQL, each keeps a row there, by the database's
 * clock, and a server that dies is forgotten. Names go to people who are signed in, and nothing is kept.
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

  /** Answers how to leave again: the next stream of the same browser may be about to begin. */
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

  /** Who else than `_id` has each of these records open. */
  others({ _id, records }: Present): Open[] {
    this.#byRecord ??= byRecord([...this.#here, ...this.#elsewhere])
    const present = this.#byRecord
    return records.map((record) => {
      const [resource = '', id = ''] = record.split('/')
      const others = (present.get(record) ?? []).filter((each) => each._id !== _id)
      return { resource, _id: id, names: others.slice(0, mostNamed).map(({ name }) => name) }
    })
  }

  /** Tells the other servers, and hears of them. */
  async exchange(): Promise<void> {
    if (!isPostgres(this.#db)) return
    const people = JSON.stringify([...this.#here])
    const isOld = people !== '[]' && performance.now() - this.#said.at > this.#times.renew
    if (people !== this.#said.people || isOld) await this.#say(people)
    this.#elsewhere = this.#here.size === 0 ? [] : await this.#hear()
    this.#byRecord = undefined
  }

  /** Before the server ends. */
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

/** Who has each record open, each person once, in the order of their names: those who are named, and one more, since nobody is told of themselves. */
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
