import type { Database } from '#server/db/schema.ts'
import { type ChangeLogEntry, changesAfter, lastNumber, lastNumbers } from './change-log.ts'

/** The most changes that one read reports one by one. */
export const mostLines = 1_000
/** How long a sequence number may be missing, in milliseconds: no transaction lasts longer. Numbers of rolled-back transactions never appear. */
const usualGapTimeout = 30_000
/** How long the feed remembers which position was reached when, in milliseconds. */
const memory = 120_000

/**
 * Reads the changes that any server commits to the database, in order. On PostgreSQL a change with a lower number may appear after one with a
 * higher number. So the feed looks for missing numbers again, for a limited time.
 */
export class Feed {
  readonly #db: Database
  readonly #gapTimeout: number
  /** The number of reads that found changes. Data read before the last of them may be outdated. */
  found = 0
  #top = 0
  /** The missing sequence numbers, each with the time since when, by `performance.now()`. */
  #missing = new Map<number, number>()
  /** The positions of the feed over time, by `performance.now()`. */
  #reached: { at: number; position: number }[] = []

  constructor(db: Database, gapTimeout = usualGapTimeout) {
    this.#db = db
    this.#gapTimeout = gapTimeout
  }

  /** The highest number up to which every change was reported. Some later ones may have been reported too. */
  get position(): number {
    return this.#missing.size === 0 ? this.#top : Math.min(...this.#missing.keys()) - 1
  }

  /** Starts the feed at the present. Running transactions that already have their numbers are still reported. */
  async start(): Promise<void> {
    const { last, missing } = await lastNumbers(this.#db, mostLines)
    this.#top = last
    this.#missing = new Map(missing.map((seq) => [seq, performance.now()]))
    this.#reached = []
    this.found++
    this.#note()
  }

  /**
   * Returns the changes committed since the last read. Returns `undefined` if they can't be determined or are too many; the feed then restarts
   * at the present.
   */
  async next(): Promise<ChangeLogEntry[] | undefined> {
    const last = await lastNumber(this.#db)
    this.#giveUp()
    if (last === this.#top && this.#missing.size === 0) {
      this.#note()
      return []
    }
    const lines = await changesAfter(this.#db, { after: this.#top, missing: [...this.#missing.keys()], most: mostLines + 1 })
    // A failover to a standby that lacks some changes reuses their numbers.
    if (last < this.#top || lines.length > mostLines) {
      await this.start()
      return undefined
    }
    for (const { seq } of lines) this.#take(seq)
    if (lines.length > 0) this.found++
    this.#note()
    return lines
  }

  /** Returns the changes after `position`, which may come from another server's feed; `undefined` if they are too many or can't be determined. */
  async after(position: number): Promise<ChangeLogEntry[] | undefined> {
    if (position > (await lastNumber(this.#db))) return undefined
    const lines = await changesAfter(this.#db, { after: position, most: mostLines + 1 })
    return lines.length > mostLines ? undefined : lines
  }

  /** Returns the position of so many milliseconds ago; `undefined` if the feed doesn't remember it. */
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
