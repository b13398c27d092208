import { Worker } from 'node:worker_threads'
import type { Cell } from '#contract/sheet.ts'
import { HttpError } from '#server/errors.ts'
import type { Part } from './workbook-thread.ts'

/** The most rows of a workbook. */
export const mostRows = 50_000
/** The most characters of a workbook as XML. A thread without a limit on its memory keeps all of them. */
const mostText = 50_000_000
/** The code of the refusal of more. */
export const tooMuchText = 'too_much_text'
/** The characters around a cell's value, in the sheet and in the list of texts. */
const tags = 60

/** A workbook that a thread of its own writes. */
export class Workbook {
  readonly #thread = new Worker(new URL('workbook-thread.ts', import.meta.url), { execArgv: [], env: {} })
  readonly #written = Promise.withResolvers<Uint8Array>()
  #text = 0

  constructor() {
    this.#thread.on('message', (bytes: unknown) => {
      // Under `node --watch` the thread also reports the files that it has loaded.
      if (bytes instanceof Uint8Array) this.#written.resolve(bytes)
    })
    this.#thread.on('error', this.#written.reject)
    this.#thread.on('exit', () => this.#written.reject(new Error('The thread that writes a workbook has ended.')))
    this.#written.promise.catch(() => {})
  }

  sheet(name: string, headings: readonly string[]): void {
    this.#send({ sheet: name, headings })
  }

  /** Adds rows to the last sheet. Throws a 422 once the workbook has more than `mostText`. */
  add(rows: readonly (readonly Cell[])[]): void {
    for (const row of rows) for (const cell of row) this.#text += lengthOf(cell)
    if (this.#text > mostText) throw tooMuch()
    this.#send({ rows })
  }

  write(): Promise<Uint8Array> {
    this.#send('write')
    return this.#written.promise
  }

  async end(): Promise<void> {
    await this.#thread.terminate()
  }

  #send(part: Part) {
    this.#thread.postMessage(part)
  }
}

function lengthOf(cell: Cell): number {
  if (cell === null) return 0
  return typeof cell === 'string' ? tags + cell.length + 4 * (cell.match(/[&<>]/g)?.length ?? 0) : tags
}

const tooMuch = () =>
  new HttpError(422, tooMuchText, 'This list has too much text for an Excel file. Download the list as CSV, or filter the list.')
