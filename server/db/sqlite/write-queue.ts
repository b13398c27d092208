import { SerializationFailure } from '#server/db/errors.ts'
import type { Outcome, Parameters } from './file.js'
import { endsTransaction, type Writer } from './writer.ts'
import type { Act } from './writer-thread.js'

/** A group commits when it has this many transactions, or is this old in milliseconds, even if more are waiting. */
const groupLimit = { transactions: 64, age: 50 }

/** Transactions that share one commit, and so one wait for the disk. `begun`: when the writer first answered, by `performance.now()`. */
type Group = { size: number; begun: number | undefined; readonly committed: PromiseWithResolvers<void> }

/**
 * Lets one transaction at a time write to the SQLite file, first come, first served. Each is a savepoint, so it is rolled back alone;
 * those that waited at the same time share one commit. None is acknowledged before that commit is on disk.
 */
export class WriteQueue {
  readonly #writer: Writer
  readonly #waiting: (() => void)[] = []
  #isTaken = false
  #group: Group | undefined

  constructor(writer: Writer) {
    this.#writer = writer
  }

  /** Waits for a turn. The next transaction starts after `commit` or `rollback` of this one. */
  async takeTurn(): Promise<WriteTransaction> {
    if (this.#isTaken) await new Promise<void>((start) => this.#waiting.push(start))
    this.#isTaken = true
    return new WriteTransaction(this.#writer, this)
  }

  /** Returns the group of the running transaction; opens one if none is open. */
  joinGroup(): Group {
    if (!this.#group) {
      this.#group = { size: 0, begun: undefined, committed: Promise.withResolvers() }
      // Each transaction handles the failure itself; a group may fail after the last of them has left.
      this.#group.committed.promise.catch(() => {})
      this.#writer.tell({ act: 'begin' })
    }
    return this.#group
  }

  /** SQLite ended the group's transaction by itself: nothing of it is stored, and its members may try again. */
  abort(group: Group, cause: unknown): void {
    if (this.#group === group) this.#group = undefined
    group.committed.reject(new SerializationFailure('Another change ended the shared transaction.', { cause }))
  }

  /** Ends the turn of the running transaction: commits the group if it is full or no transaction waits, and starts the next transaction. */
  endTurn(): void {
    const start = this.#waiting.shift()
    if (this.#group && (!start || isFull(this.#group))) this.#commitGroup(this.#group)
    this.#isTaken = start !== undefined
    start?.()
  }

  #commitGroup(group: Group): void {
    this.#group = undefined
    this.#writer.ask({ act: 'commit' }).then(() => group.committed.resolve(), group.committed.reject)
  }
}

const isFull = ({ size, begun }: Group) =>
  size >= groupLimit.transactions || (begun !== undefined && performance.now() - begun >= groupLimit.age)

/** One transaction: its statements are all stored or none. */
export class WriteTransaction {
  readonly #writer: Writer
  readonly #queue: WriteQueue
  #group: Group | undefined
  #isOpen = true
  /** What ended the shared transaction while this one was running. */
  #failure: unknown

  constructor(writer: Writer, queue: WriteQueue) {
    this.#writer = writer
    this.#queue = queue
  }

  async run(sql: string, parameters: Parameters): Promise<Outcome> {
    this.#enter()
    return this.#ask({ act: 'run', sql, parameters })
  }

  /** Runs a statement without waiting for it. Its error fails the next `run` or the commit. */
  fireAndForget(sql: string, parameters: Parameters): void {
    this.#enter()
    this.#writer.tell({ act: 'run', sql, parameters })
  }

  /** Resolves when the transaction is on disk. Throws what kept it from being stored; `DatabaseUnavailable` where the outcome is unknown. */
  async commit(): Promise<void> {
    const group = this.#group
    const released = group && this.#failure === undefined ? this.#ask({ act: 'release' }) : undefined
    if (group && released) group.size++
    this.#end()
    if (this.#failure !== undefined) throw this.#failure
    await released
    await group?.committed.promise
  }

  /**
   * Undoes what isn't committed. What this transaction read may come from earlier members of its group, so it waits until they are
   * stored, and throws `SerializationFailure` where they are not.
   */
  async rollback(): Promise<void> {
    const group = this.#isOpen && this.#failure === undefined ? this.#group : undefined
    if (group) this.#writer.tell({ act: 'undo' })
    this.#end()
    if (!group || group.size === 0) return
    await group.committed.promise.catch((cause: unknown) => {
      throw new SerializationFailure('Data that this transaction read was not committed.', { cause })
    })
  }

  #enter() {
    if (this.#failure !== undefined) throw this.#failure
    if (!this.#isOpen) throw new Error('The transaction has ended.')
    if (this.#group) return
    this.#group = this.#queue.joinGroup()
    this.#writer.tell({ act: 'savepoint' })
  }

  async #ask(act: Act): Promise<Outcome> {
    const group = this.#group
    try {
      const outcome = await this.#writer.ask(act)
      if (group) group.begun ??= performance.now()
      return outcome
    } catch (error) {
      if (endsTransaction(error)) {
        this.#failure ??= error
        if (group) this.#queue.abort(group, error)
      }
      throw error
    }
  }

  #end() {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#queue.endTurn()
  }
}
