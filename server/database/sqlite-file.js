// @ts-check
import { DatabaseSync } from 'node:sqlite'

// In plain JavaScript, because the thread that writes runs it too: TypeScript would cost that thread 80 ms and 18 MB.

/** @typedef {{ rows: Record<string, unknown>[], changes?: number | bigint, insertId?: number | bigint }} Outcome */
/** @typedef {readonly import('node:sqlite').SQLInputValue[]} Parameters */

/** How long a statement waits for another process, in milliseconds. Readers wait on the thread that answers, but hardly ever: only while a log is recovered. */
const busyTimeout = { reading: 250, writing: 2_000 }

/** What the log keeps of the disk once it has been written back, in bytes: a large change may make it as large as the database. */
const largestLog = 16_000_000

/**
 * How much of a file whoever reads keeps in memory until somebody else commits: a fiftieth, within these numbers of pages of 4 kB. The 2 MB that SQLite
 * takes unless told are the way to some hundred records of a million.
 */
const part = 1 / 50
const pages = { least: 500, most: 8_000 }

/** A connection to one SQLite file. It runs what it is given at once, and keeps what it has prepared. */
export class SqliteFile {
  /** @type {Map<string, { statement: import('node:sqlite').StatementSync, answers: boolean }>} */
  #prepared = new Map()
  /** @type {DatabaseSync} */
  #db

  /**
   * Opens `file`. Whoever writes does it durably: acknowledged writes survive a power cut. Throws when SQLite refuses one of the settings, and
   * for whoever reads also when nobody has written there so far.
   * @param {string} file @param {'reading' | 'writing'} purpose
   */
  constructor(file, purpose) {
    const readOnly = purpose === 'reading'
    this.#db = new DatabaseSync(file, { timeout: busyTimeout[purpose], enableForeignKeyConstraints: true, readOnly })
    try {
      this.#db.exec('PRAGMA trusted_schema=OFF')
      if (readOnly) this.#readOnly(file)
      else this.#writeDurably(file)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /** @param {string} file */
  #readOnly(file) {
    const all = Number(this.#db.prepare('PRAGMA page_count').get()?.page_count)
    this.#db.exec(`PRAGMA cache_size=${Math.round(Math.min(Math.max(all * part, pages.least), pages.most))}`)
    this.#require(file, { journal_mode: 'wal' })
  }

  /** @param {string} file */
  #writeDurably(file) {
    this.#db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=${largestLog}`)
    this.#require(file, { journal_mode: 'wal', synchronous: 2, trusted_schema: 0, foreign_keys: 1 })
  }

  /** @param {string} file @param {Record<string, unknown>} settings */
  #require(file, settings) {
    for (const [name, value] of Object.entries(settings)) {
      // SQLite doesn't fail on a setting it can't apply (WAL on a network drive, for one), it just keeps the old one.
      if (this.#db.prepare(`PRAGMA ${name}`).get()?.[name] !== value) throw new Error(`SQLite refused ${name}=${value} for ${file}.`)
    }
  }

  /**
   * @param {string} sql @param {Parameters} parameters
   * @returns {Outcome}
   */
  run(sql, parameters = []) {
    const { statement, answers } = this.#prepared.get(sql) ?? this.#prepare(sql)
    if (answers) return { rows: /** @type {Outcome['rows']} */ (statement.all(...parameters)) }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], changes, insertId: lastInsertRowid }
  }

  /** @param {string} sql */
  #prepare(sql) {
    const statement = this.#db.prepare(sql)
    const prepared = { statement, answers: statement.columns().length > 0 }
    // Lists of ids make SQL of many lengths; forgetting everything now and then keeps this bounded.
    if (this.#prepared.size >= 500) this.#prepared.clear()
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
