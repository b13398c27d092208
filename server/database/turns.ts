import { Overtaken } from './failures.ts'
import type { Outcome, Parameters } from './sqlite-file.js'
import { type Writer, WriterFailure } from './writer.ts'
import type { Act } from './writer-thread.js'

/** A group is stored when it has so many changes, or is so many milliseconds old, however many others wait. */
const most = { changes: 64, age: 50 }

/** Changes that are committed together: one wait for the disk for all of them. */
type Group = {
  /** How many are complete. */
  changes: number
  /** When the writer gave its first answer, by `performance.now()`: before that, it still had the last group to store. */
  begun: number | undefined
  /** Settled when the disk has them, or when that has failed. */
  readonly stored: PromiseWithResolvers<void>
}

/**
 * Lets one change at a time write to the SQLite file, in the order in which they come. A change that is complete waits for those that
 * have queued up meanwhile, and one commit stores them all; while the disk takes its time over it, the next ones gather. Each change is
 * a savepoint in that transaction, so it is undone alone; none is acknowledged before the commit.
 */
export class Turns {
  readonly #writer: Writer
  readonly #waiting: (() => void)[] = []
  #isTaken = false
  #group: Group | undefined

  constructor(writer: Writer) {
    this.#writer = writer
  }

  /** Answers when it is this one's turn, which ends with `commit` or `rollback`. */
  async take(): Promise<Turn> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
    return new Turn(this.#writer, this)
  }

  /** The group that whoever has the turn belongs to; begins one where none is open. */
  join(): Group {
    if (!this.#group) {
      this.#group = { changes: 0, begun: undefined, stored: Promise.withResolvers() }
      // A group may fail with nobody left to be told.
      this.#group.stored.promise.catch(() => {})
      this.#writer.tell({ act: 'begin' })
    }
    return this.#group
  }

  /** The group's transaction has ended by itself: nothing of what is complete was stored, and it may be tried again. */
  lose(group: Group, cause: unknown): void {
    if (this.#group === group) this.#group = undefined
    group.stored.reject(new Overtaken('Another change ended the transaction that this one was part of.', { cause }))
  }

  passOn(): void {
    const next = this.#waiting.shift()
    const group = this.#group
    if (group && (!next || isFull(group))) this.#store(group)
    if (next) next()
    else this.#isTaken = false
  }

  #store(group: Group) {
    this.#group = undefined
    this.#writer.ask({ act: 'commit' }).then(() => group.stored.resolve(), group.stored.reject)
  }
}

/** One change: statements that are all stored or none. */
export class Turn {
  readonly #writer: Writer
  readonly #turns: Turns
  #group: Group | undefined
  #isMine = true
  /** Why nothing more can be done. */
  #over: unknown

  constructor(writer: Writer, turns: Turns) {
    this.#writer = writer
    this.#turns = turns
  }

  async run(sql: string, parameters: Parameters): Promise<Outcome> {
    this.#enter()
    return this.#ask({ act: 'run', sql, parameters })
  }

  /** Runs a statement without waiting for it; what it fails with fails what comes next in this change. */
  post(sql: string, parameters: Parameters): void {
    this.#enter()
    this.#writer.tell({ act: 'run', sql, parameters })
  }

  /** Answers when it is on disk. Throws what kept it from being stored; `DatabaseUnavailable` where that isn't known. */
  async commit(): Promise<void> {
    const group = this.#group
    const complete = group && this.#over === undefined ? this.#ask({ act: 'leave' }) : undefined
    if (group && complete) group.changes++
    this.#end()
    if (this.#over !== undefined) throw this.#over
    await complete
    await group?.stored.promise
  }

  /**
   * Undoes what `commit` hasn't ended. It may have come to that by what changes before it in its group have written, so this answers when they
   * are stored, and throws `Overtaken` where they were not.
   */
  async rollback(): Promise<void> {
    const group = this.#isMine && this.#over === undefined ? this.#group : undefined
    if (group) this.#writer.tell({ act: 'undo' })
    this.#end()
    if (!group || group.changes === 0) return
    await group.stored.promise.catch((cause: unknown) => {
      throw new Overtaken('What this change went by was not stored.', { cause })
    })
  }

  #enter() {
    if (this.#over !== undefined) throw this.#over
    if (!this.#isMine) throw new Error('This change has ended.')
    if (this.#group) return
    this.#group = this.#turns.join()
    this.#writer.tell({ act: 'enter' })
  }

  async #ask(act: Act): Promise<Outcome> {
    try {
      const outcome = await this.#writer.ask(act)
      if (this.#group) this.#group.begun ??= performance.now()
      return outcome
    } catch (error) {
      if (!(error instanceof WriterFailure) || error.endsTransaction) {
        this.#over ??= error
        if (this.#group) this.#turns.lose(this.#group, error)
      }
      throw error
    }
  }

  #end() {
    if (!this.#isMine) return
    this.#isMine = false
    this.#turns.passOn()
  }
}

const isFull = ({ changes, begun }: Group) => changes >= most.changes || (begun !== undefined && performance.now() - begun >= most.age)
