import { Overtaken, wantsToWrite } from './failures.ts'
import type { Outcome, Parameters, SqliteFile } from './sqlite-file.js'
import type { Turn, Turns } from './turns.ts'
import type { Step } from './writer-thread.js'

/** What has found more rows than that isn't asked twice. */
const mostRows = 20

/**
 * A change that is worked out ahead of its turn, so that all of it goes to the thread that writes at once. It reads what is on disk, and that
 * thread reads the same once more: where it is another by then, the change is turned away (`Overtaken`), to be tried again in a turn. So it is
 * where it was refused, because nobody has looked twice at what that went by. What it can't know ahead, such as how many rows
 * a statement changes, it waits for its turn for, and goes on in there.
 */
export class Proposal {
  readonly #reader: SqliteFile
  readonly #turns: Turns
  readonly #steps: Step[] = []
  #coming: Promise<Turn> | undefined
  #turn: Turn | undefined

  constructor(reader: SqliteFile, turns: Turns) {
    this.#reader = reader
    this.#turns = turns
  }

  async run(sql: string, parameters: Parameters): Promise<Outcome> {
    const found = this.#coming ? undefined : this.#read(sql, parameters)
    if (found) return found
    this.#coming ??= this.#begin()
    return (await this.#coming).run(sql, parameters)
  }

  /** Goes by what a step expects to find: nothing is read now. Answers whether that can be so. */
  goBy(step: Step): boolean {
    if (!this.#coming) this.#steps.push(step)
    return !this.#coming
  }

  post(step: Step): void {
    if (this.#turn) this.#turn.post(step)
    else this.#steps.push(step)
  }

  /** `begins`: see `Turns.perform`. */
  async commit(begins: () => void): Promise<void> {
    if (this.#coming) await (await this.#coming).commit(begins)
    else if (this.#steps.length > 0) await this.#turns.perform(this.#steps, begins)
  }

  async rollback(): Promise<void> {
    if (this.#coming) await (await this.#coming).rollback()
    else if (this.#steps.length > 0) throw new Overtaken('What this change was refused for may be another in its turn.')
  }

  /** What is on disk; `undefined` where that is no answer. */
  #read(sql: string, parameters: Parameters): Outcome | undefined {
    try {
      const outcome = this.#reader.run(sql, parameters)
      if (outcome.rows.length > mostRows) return undefined
      this.#steps.push({ sql, parameters, expects: expectedOf(outcome) })
      return outcome
    } catch (error) {
      if (!wantsToWrite(error)) throw error
      return undefined
    }
  }

  async #begin(): Promise<Turn> {
    const turn = await this.#turns.take()
    for (const step of this.#steps) turn.post(step)
    this.#turn = turn
    return turn
  }
}

/** What was found, as the thread that writes compares it. */
export const expectedOf = ({ rows }: Outcome): string => JSON.stringify(rows)
