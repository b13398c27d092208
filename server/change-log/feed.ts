import type { Database } from '#server/db/schema.ts'
import { type ChangeLogEntry, changesAfter, lastNumber, lastNumbers } from './change-log.ts'

/** More changes than that at a time are not told one by one. */
export const mostLines = 1_000
/** How long a number may be missing, in milliseconds: no transaction lasts longer. Those that were rolled back never come. */
const usualGapTimeout = 30_000
/** For so long it is known what was committed by when, in milliseconds. */
const memory = 120_000

/**
 * What is committed to the database, by whichever server, from one look to the next. On PostgreSQL a change with a lower number may come after
 * one with a higher one: numbers that were passed over are looked for again, for a while.
 */
export class Feed {
  readonly #db: Database
  readonly #gapTimeout: number
  /** How many looks have found something: what was read before may lack it. */
  found = 0
  #top = 0
  /** Since when each number is missing. */
  #missing = new Map<number, number>()
  /** Which position was reached when, by `performance.now()`. */
  #reached: { at: number; position: number }[] = []

  constructor(db: Database, gapTimeout = usualGapTimeout) {
    this.#db = db
    this.#gapTimeout = gapTimeout
  }

  /** All up to here is told, and some after it may be. */
  get position(): number {
    return this.#missing.size === 0 ? this.#top : Math.min(...this.#missing.keys()) - 1
  }

  /** Begins with what comes from now on, also of transactions that have their numbers already. */
  async start(): Promise<void> {
    const { last, missing } = await lastNumbers(this.#db, mostLines)
    this.#top = last
    this.#missing = new Map(missing.map((seq) => [seq, performance.now()]))
    this.#reached = []
    this.found++
    this.#note()
  }

  /** What has been committed since the last look; `undefined` where nobody can say, and it begins anew. */
  async next(): Promise<ChangeLogEntry[] | undefined> {
    const last = await lastNumber(this.#db)
    this.#giveUp()
    if (last === this.#top && this.#missing.size === 0) {
      this.#note()
      return []
    }
    const lines = await changesAfter(this.#db, { after: this.#top, missing: [...this.#missing.keys()], most: mostLines + 1 })
    // A database that has gone back, to a standby that lacks something, gives numbers once more.
    if (last < this.#top || lines.length > mostLines) {
      await this.start()
      return undefined
    }
    for (const { seq } of lines) this.#take(seq)
    if (lines.length > 0) this.found++
    this.#note()
    return lines
  }

  /** What was committed after `position`, which another feed may have reached. `undefined` where that is too much, or nobody can say. */
  async after(position: number): Promise<ChangeLogEntry[] | undefined> {
    if (position > (await lastNumber(this.#db))) return undefined
    const lines = await changesAfter(this.#db, { after: position, most: mostLines + 1 })
    return lines.length > mostLines ? undefined : lines
  }

  /** The position that was reached so many milliseconds ago, where that is known. */
  positionBefore(milliseconds: number): number | undefined {
    const then = performance.now() - milliseconds
    return this.#reached.findLast(({ at }) => at <= then)?.position
  }

  #take(seq: number) {
    for (let missing = Math.max(this.#top + 1, seq - mostLines); missing < seq; missing++) this.#missing.set(missing, performance.now())
    for (const oldest of [...this.#missing.keys()].slice(0, -mostLines)) this.#missing.delete(oldest)
    this.#missing.delete(seq)
    this.#top = Math.max(this.#top, seq)
  }

  #giveUp() {
    for (const [seq, since] of this.#missing) if (performance.now() - since > this.#gapTimeout) this.#missing.delete(seq)
  }

  #note() {
    const now = performance.now()
    this.#reached.push({ at: now, position: this.position })
    while ((this.#reached[0]?.at ?? now) < now - memory) this.#reached.shift()
  }
}
