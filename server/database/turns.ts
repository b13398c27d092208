import { availableParallelism } from 'node:os'
import { Overtaken } from './failures.ts'
import type { Outcome, Parameters } from './sqlite-file.js'
import { endsTransaction, type Writer } from './writer.ts'
import type { Act, Step } from './writer-thread.js'

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

/** Who waits: a change that is made in its turn, step by step, or one that is complete and only has to be carried out. */
type Waiting = { begin: () => void } | { steps: readonly Step[]; begins: () => void; stored: PromiseWithResolvers<void> }

/**
 * Lets one change at a time write to the SQLite file, in the order in which they come. A change that is complete waits for those that
 * have queued up meanwhile, and one commit stores them all; while the disk takes its time over it, the next ones gather. Each change
 * is undone alone; none is acknowledged before the commit.
 */
export class Turns {
  readonly #writer: Writer
  /** The thread that writes has no core of its own: what it does keeps others from coming, and each of its groups has its price. */
  readonly #sharesCore: boolean
  readonly #waiting: Waiting[] = []
  #isTaken = false
  #isGathering = false
  #group: Group | undefined

  constructor(writer: Writer, cores = availableParallelism()) {
    this.#writer = writer
    this.#sharesCore = cores === 1
  }

  /** Answers when it is this one's turn, which ends with `commit` or `rollback`. */
  async take(): Promise<Turn> {
    if (this.#isTaken) await new Promise<void>((begin) => this.#waiting.push({ begin }))
    this.#isTaken = true
    return new Turn(this.#writer, this)
  }

  /**
   * Carries out a whole change. Answers when it is on disk, and throws what kept it from being stored: `Overtaken` where that was another
   * change, `DatabaseUnavailable` where it isn't known. `begins` is called when its turn has come: what that throws keeps it from being made.
   */
  perform(steps: readonly Step[], begins: () => void): Promise<void> {
    const stored = Promise.withResolvers<void>()
    this.#waiting.push({ steps, begins, stored })
    this.#gather()
    return stored.promise
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
    this.#isTaken = false
    for (;;) {
      const next = this.#waiting.shift()
      const group = this.#group
      if (group && (!next || isFull(group))) this.#store(group)
      if (!next) return
      if ('begin' in next) {
        this.#isTaken = true
        next.begin()
        return
      }
      try {
        next.begins()
      } catch (error) {
        next.stored.reject(error)
        continue
      }
      const joined = this.join()
      joined.changes++
      this.#carryOut(joined, next.steps).then(next.stored.resolve, next.stored.reject)
    }
  }

  #gather() {
    if (this.#isTaken || this.#isGathering) return
    this.#isGathering = true
    this.#goOnAfter(0)
  }

  /**
   * What comes in one turn of the event loop goes to the writer in one message, and what comes while it stores something, in the next one.
   * Where both share a core, so does what comes in the turns after that, until one brings nothing: there are more than `before`, or not.
   */
  #goOnAfter(before: number, since = performance.now()) {
    setImmediate(() => {
      const now = this.#waiting.length
      const isMore = now > before && now < most.changes && performance.now() - since < most.age
      if (this.#sharesCore && isMore) this.#goOnAfter(now, since)
      else this.#goOn()
    })
  }

  #goOn() {
    this.#isGathering = false
    if (!this.#isTaken) this.passOn()
  }

  async #carryOut(group: Group, steps: readonly Step[]) {
    try {
      await this.#writer.ask({ act: 'change', steps })
    } catch (error) {
      if (endsTransaction(error)) this.lose(group, error)
      else await wentBy(group)
      throw error
    }
    await group.stored.promise
  }

  #store(group: Group) {
    this.#group = undefined
    this.#isGathering = true
    this.#writer
      .ask({ act: 'commit' })
      .then(() => group.stored.resolve(), group.stored.reject)
      .finally(() => this.#goOnAfter(0))
  }
}

/** Settled when what a change went by, besides what was on disk already, is stored; throws `Overtaken` where it was not. */
async function wentBy(group: Group): Promise<void> {
  if (group.changes === 0) return
  await group.stored.promise.catch((cause: unknown) => {
    throw new Overtaken('What this change went by was not stored.', { cause })
  })
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

  /** Takes a step without waiting for it; what it fails with fails what comes next in this change. */
  post(step: Step): void {
    this.#enter()
    this.#writer.tell({ act: 'run', ...step })
  }

  /** Answers when it is on disk. Throws what kept it from being stored; `DatabaseUnavailable` where that isn't known. */
  async commit(begins: () => void = () => {}): Promise<void> {
    try {
      begins()
    } catch (error) {
      await this.rollback()
      throw error
    }
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
    if (group) await wentBy(group)
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
      if (endsTransaction(error)) {
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
