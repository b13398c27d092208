import type { CompiledQuery, DatabaseConnection, QueryResult, TransactionSettings } from 'kysely'
import { wantsToWrite } from './failures.ts'
import { expectedOf, Proposal } from './proposal.ts'
import type { Outcome, Parameters, SqliteFile } from './sqlite-file.js'
import type { Turn, Turns } from './turns.ts'
import type { Step } from './writer-thread.js'

/** Is told how long a statement took that somebody waited for, in milliseconds, and what it failed with. */
export type Told = (took: number, error?: unknown) => void

/** To an SQLite file (`sqlite.ts`): for one query, or for one transaction, at a time. */
export class Connection implements DatabaseConnection {
  readonly #reader: SqliteFile
  readonly #turns: Turns
  readonly #told: Told
  #change: Turn | Proposal | undefined
  #begins = () => {}

  constructor(reader: SqliteFile, turns: Turns, told: Told) {
    this.#reader = reader
    this.#turns = turns
    this.#told = told
  }

  /** The isolation level `snapshot` is for whoever is ready to be turned away and to try again: see `Proposal`. */
  async begin({ isolationLevel }: TransactionSettings): Promise<void> {
    this.#begins = () => {}
    this.#change = isolationLevel === 'snapshot' ? new Proposal(this.#reader, this.#turns) : await this.#turns.take()
  }

  /** `begins` is called right before what can't be taken back, when the turn of the change has come: what it throws keeps it from being stored. */
  storeAfter(begins: () => void): void {
    this.#begins = begins
  }

  async commit(): Promise<void> {
    await this.#endChange()?.commit(this.#begins)
  }

  async rollback(): Promise<void> {
    await this.#endChange()?.rollback()
  }

  /** A connection that comes to rest is in no transaction, whatever became of the last one. */
  #endChange(): Turn | Proposal | undefined {
    const change = this.#change
    this.#change = undefined
    return change
  }

  /** In a transaction alone: takes what nobody waits for. */
  post(query: Query): void {
    if (!this.#change) throw new Error('The transaction has ended.')
    this.#change.post(stepOf(query))
  }

  async run(query: Query): Promise<Outcome> {
    const begun = performance.now()
    try {
      const outcome = await this.#run(stepOf(query))
      this.#told(performance.now() - begun)
      return outcome
    } catch (error) {
      this.#told(performance.now() - begun, error)
      throw error
    }
  }

  /** In a transaction alone: whether it finds what a step expects. A change that is worked out ahead leaves that to the writer. */
  async finds(step: Step): Promise<boolean> {
    if (this.#change instanceof Proposal && this.#change.goBy(step)) return true
    return expectedOf(await this.run(step)) === step.expects
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes, insertId } = await this.run(query)
    return {
      rows: rows as Row[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      ...(insertId !== undefined && { insertId: BigInt(insertId) }),
    }
  }

  #run({ sql, parameters }: Step): Outcome | Promise<Outcome> {
    if (this.#change) return this.#change.run(sql, parameters)
    try {
      return this.#reader.run(sql, parameters)
    } catch (error) {
      if (!wantsToWrite(error)) throw error
      return this.#writeAlone(sql, parameters)
    }
  }

  async #writeAlone(sql: string, parameters: Parameters): Promise<Outcome> {
    const turn = await this.#turns.take()
    try {
      const outcome = await turn.run(sql, parameters)
      await turn.commit()
      return outcome
    } finally {
      await turn.rollback()
    }
  }

  /** All of it at once: nothing here streams. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery(query)
  }
}

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

const stepOf = ({ sql, parameters }: Query): Step => ({ sql, parameters: parameters as Parameters })

/** A query, and what it has found. */
export const expecting = (query: Query, found: Outcome): Step => ({ ...stepOf(query), expects: expectedOf(found) })
