import { session } from '#contract/session.ts'
import { Counts } from './counts.ts'
import { DatabaseTimes } from './database-times.ts'
import { Requests } from './requests.ts'
import { family } from './text.ts'

/** A part of what is told, worked out when somebody asks. */
export type Source = () => string | Promise<string>

/**
 * What the server tells of itself while it works, for Prometheus (`/metrics`). There is one where `METRICS_PORT` is set, and none elsewhere:
 * then nothing is counted. No name, number, code, token or address may come into it: routes and words that stand in our source.
 */
export class Metrics {
  readonly requests = new Requests()
  /** By the code of what was refused. */
  readonly refusals = new Counts()
  /** Connections that ended before a request was read, by what Node calls the reason. */
  readonly unread = new Counts()
  /** Uploaded files: `stored`, or the code of why not. */
  readonly uploads = new Counts()
  readonly database = new DatabaseTimes()
  readonly #sources: Source[] = []

  add(source: Source): void {
    this.#sources.push(source)
  }

  async text(): Promise<string> {
    const others = await Promise.all(this.#sources.map((source) => source()))
    const own = [
      this.requests.text(),
      this.#signIns(),
      this.refusals.text('moviebox_refusals_total', 'code', 'Requests that were refused, by the code that the caller is told.'),
      this.unread.text('moviebox_connections_unread_total', 'reason', 'Connections that ended before a request was read.'),
      this.uploads.text('moviebox_uploads_total', 'outcome', 'Files that were uploaded: stored, or the code of why not.'),
      this.database.text(),
    ]
    return `${[...own, ...others].join('\n')}\n`
  }

  #signIns(): string {
    const { method, path } = session.signIn
    const outcomes = { 'signed in': 200, 'wrong credentials': 401, 'told to wait': 429 }
    const counts = Object.entries(outcomes).map(([outcome, status]) => [{ outcome }, this.requests.count(method, path, status)] as const)
    return family('moviebox_sign_ins_total', 'counter', 'Tries to sign in.', counts)
  }
}
