import type { DatabaseWatch } from '#server/database/watched.ts'
import { Histogram } from './histogram.ts'
import { family } from './text.ts'

/** What the database takes, on either of the two. */
export class DatabaseTimes implements DatabaseWatch {
  readonly #statements = new Histogram()
  readonly #connections = new Histogram()
  readonly #commits = new Histogram()
  #used = 0
  #awaited = 0

  statement(seconds: number): void {
    this.#statements.observe(seconds)
  }

  connection(seconds: number): void {
    this.#connections.observe(seconds)
  }

  commit(seconds: number): void {
    this.#commits.observe(seconds)
  }

  inUse(more: 1 | -1): void {
    this.#used += more
  }

  waitedFor(more: 1 | -1): void {
    this.#awaited += more
  }

  text(): string {
    return [
      this.#statements.text('moviebox_database_statement_seconds', 'What statements took whose answer was waited for.'),
      this.#commits.text('moviebox_database_commit_seconds', 'What commits took: until they were on the disk.'),
      this.#connections.text('moviebox_database_wait_seconds', 'What was waited for a connection.'),
      family('moviebox_database_connections', 'gauge', 'Connections in use, and those that are waited for.', [
        [{ state: 'used' }, this.#used],
        [{ state: 'awaited' }, this.#awaited],
      ]),
    ].join('\n')
  }
}
