// @ts-check
import { DatabaseSync } from 'node:sqlite'

// Plain JavaScript, because the writer thread runs it: TypeScript would cost that thread 80 ms and 18 MB.

/** @typedef {{ rows: Record<string, unknown>[], changes?: number | bigint, insertId?: number | bigint }} Outcome */
/** @typedef {readonly import('node:sqlite').SQLInputValue[]} Parameters */

/** How long a statement waits for another process, in milliseconds. Readers block the event loop, but wait only while a log is recovered. */
const busyTimeout = { reading: 250, writing: 2_000 }
/** Bytes of the WAL that stay on disk after a checkpoint. */
const walSizeLimit = 16_000_000
/** The reader's page cache, in pages of 4 kB: a fiftieth of the file, within these bounds. */
const cachePages = { part: 1 / 50, least: 500, most: 8_000 }
/** The number of prepared statements that a connection keeps: lists of ids make SQL of many lengths. */
const mostPrepared = 500

/** A synchronous connection to one SQLite file, with its prepared statements. */
export class SqliteFile {
  /** @type {Map<string, { statement: import('node:sqlite').StatementSync, returnsRows: boolean }>} */
  #prepared = new Map()
  /** @type {DatabaseSync} */
  #db

  /**
   * Opens `file`: in WAL mode with `synchronous=FULL` for writing, so that a committed write survives a power cut. Throws where SQLite
   * refuses a setting, and for reading where the file doesn't exist yet.
   * @param {string} file @param {'reading' | 'writing'} purpose
   */
  constructor(file, purpose) {
    const readOnly = purpose === 'reading'
    this.#db = new DatabaseSync(file, { timeout: busyTimeout[purpose], enableForeignKeyConstraints: true, readOnly })
    try {
      this.#db.exec('PRAGMA trusted_schema=OFF')
      if (readOnly) {
        const pages = Math.round(Number(this.#setting('page_count')) * cachePages.part)
        this.#db.exec(`PRAGMA cache_size=${Math.min(Math.max(pages, cachePages.least), cachePages.most)}`)
      } else this.#db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=${walSizeLimit}`)
      const wanted = readOnly ? { journal_mode: 'wal' } : { journal_mode: 'wal', synchronous: 2, trusted_schema: 0, foreign_keys: 1 }
      for (const [name, value] of Object.entries(wanted)) {
        // SQLite silently keeps the old value of a setting that it can't apply, such as WAL on a network drive.
        if (this.#setting(name) !== value) throw new Error(`SQLite refused ${name}=${value} for ${file}.`)
      }
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /** @param {string} name @returns {unknown} */
  #setting(name) {
    return this.#db.prepare(`PRAGMA ${name}`).get()?.[name]
  }

  /** @param {string} sql @param {Parameters} parameters @returns {Outcome} */
  run(sql, parameters = []) {
    const { statement, returnsRows } = this.#prepared.get(sql) ?? this.#prepare(sql)
    if (returnsRows) return { rows: /** @type {Outcome['rows']} */ (statement.all(...parameters)) }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], changes, insertId: lastInsertRowid }
  }

  /** @param {string} sql */
  #prepare(sql) {
    const statement = this.#db.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    if (this.#prepared.size >= mostPrepared) this.#prepared.clear()
    this.#prepared.set(sql, prepared)
    return prepared
  }

  get isInTransaction() {
    return this.#db.isTransaction
  }

  close() {
    this.#db.close()
  }
}
