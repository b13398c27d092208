import { type Outcome, type Parameters, SqliteFile } from './sqlite-file.js'

/** In milliseconds. The turns of a loop with a thousand sockets at once begin anew in between, but not as soon (`revision.ts`). */
const turn = 0.2

/**
 * Reads an SQLite file on the thread that answers. What was asked before in the same turn of the event loop isn't asked again, unless the
 * writer has answered since: a request's session is looked up when it comes and once more in its transaction.
 */
export class Reader {
  readonly #file: SqliteFile
  readonly #found = new Map<string, { parameters: Parameters; outcome: Outcome; at: number }>()

  constructor(file: string) {
    this.#file = new SqliteFile(file, 'reading')
  }

  run(sql: string, parameters: Parameters): Outcome {
    const known = this.#found.get(sql)
    const at = performance.now()
    if (known && at - known.at < turn && isSame(known.parameters, parameters)) return known.outcome
    const outcome = this.#file.run(sql, parameters)
    if (this.#found.size === 0) setImmediate(this.forget)
    this.#found.set(sql, { parameters, outcome, at })
    return outcome
  }

  readonly forget = (): void => this.#found.clear()

  close(): void {
    this.#file.close()
  }
}

const isSame = (one: Parameters, other: Parameters) => one.length === other.length && one.every((value, at) => value === other[at])
