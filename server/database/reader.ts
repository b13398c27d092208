import { type Outcome, type Parameters, SqliteFile } from './sqlite-file.js'

/** Reads an SQLite file on the thread that answers. */
export class Reader {
  readonly #file: SqliteFile
  #last: { sql: string; parameters: Parameters; outcome: Outcome } | undefined

  constructor(file: string) {
    this.#file = new SqliteFile(file, 'reading')
  }

  run(sql: string, parameters: Parameters): Outcome {
    const outcome = this.#file.run(sql, parameters)
    this.#last = { sql, parameters, outcome }
    return outcome
  }

  /**
   * The same for whoever has it looked at again by the writer: what was read last is not read once more, such as the session
   * that a request was let in by.
   */
  recall(sql: string, parameters: Parameters): Outcome {
    const last = this.#last
    const isLast = last?.sql === sql && last.parameters.every((value, at) => value === parameters[at])
    return isLast ? last.outcome : this.run(sql, parameters)
  }

  /** What was read may be another now. */
  readonly forget = (): void => {
    this.#last = undefined
  }

  close(): void {
    this.#file.close()
  }
}
