import type { Database } from '#server/database/schema.ts'
import type { Blocks, Posting } from './blocks.ts'

/** What was made last, under a key: what nobody has asked for longest goes first. */
export class Recent<Value> {
  readonly #most: number
  readonly #kept = new Map<string, { value: Value; weight: number }>()
  #weight = 0

  /** `most` bytes in all. */
  constructor(most: number) {
    this.#most = most
  }

  find(key: string): Value | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept.value
  }

  /** `weight` in bytes. */
  keep(key: string, value: Value, weight: number): void {
    this.#forget(key)
    this.#kept.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.#most) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0
    this.#kept.delete(key)
  }
}

/** The postings of a day. */
export type OfDay = { day: string; postings: Posting[] }

/** Those of some days, and the term at which the reading ended. */
export type DaysRead = { days: OfDay[]; cut: string | undefined }

/**
 * What was read of the postings last, under the epoch (`states.ts`) that it is of, in which nothing changes: searches and filters have the same groups
 * in them again and again. And which epoch was the last one of each resource.
 */
class RecentPostings {
  readonly epochs = new Map<string, string>()
  readonly groups = new Recent<Posting[]>(8_000_000)
  /** What groups have in common. Nobody changes it. */
  readonly found = new Recent<Blocks>(4_000_000)
  readonly days = new Recent<DaysRead>(2_000_000)
  /** The terms (`termsAsText`) of lines of the history that aren't settled. */
  readonly lines = new Recent<string>(8_000_000)
}

const all = new WeakMap<Database, RecentPostings>()

/** The one memory of an open database, or of a transaction. */
export function recentOf(db: Database): RecentPostings {
  const recent = all.get(db) ?? new RecentPostings()
  all.set(db, recent)
  return recent
}

export const weightOf = (postings: readonly Posting[]): number => postings.reduce((sum, { places }) => sum + places.byteLength + 200, 0)
