import type * as Prometheus from 'prom-client'
import { session } from '#contract/session.ts'
import type { DatabaseInstruments } from '#server/db/instrumented-driver.ts'

/** One answered request. `ms`: milliseconds from the first byte of the request. */
export type Answered = { requestId: string; method: string; route: string; status: number; ms: number }

/** In seconds, the upper ends of the buckets: from a cached answer to an upload. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const signIns = new Map([
  [200, 'signed in'],
  [401, 'wrong credentials'],
  [429, 'throttled'],
])

export type Sample = readonly [labels: Record<string, string | number>, value: number]

/**
 * The metrics of this server for Prometheus (`/metrics`), where `METRICS_PORT` is set; elsewhere there are none and nothing is counted.
 * No name, number, code, token or address may become a label: only routes and words of our source.
 */
export class Metrics {
  readonly registry: Prometheus.Registry
  readonly #prom: typeof Prometheus
  readonly #requests: Prometheus.Counter
  readonly #durations: Prometheus.Histogram
  readonly #signIns: Prometheus.Counter
  readonly #refusals: Prometheus.Counter
  readonly #unread: Prometheus.Counter
  readonly #uploads: Prometheus.Counter
  readonly database: DatabaseInstruments

  /** Loads the library: a server without metrics doesn't. */
  static async create(): Promise<Metrics> {
    return new Metrics(await import('prom-client'))
  }

  constructor(prom: typeof Prometheus) {
    this.#prom = prom
    this.registry = new prom.Registry()
    const route = ['method', 'route']
    this.#requests = this.#counter('moviebox_http_requests_total', 'Requests answered.', [...route, 'status'])
    this.#durations = this.#histogram(
      'moviebox_http_request_duration_seconds',
      'Time from the first byte of a request to the last byte of the response.',
      route,
    )
    this.#signIns = this.#counter('moviebox_sign_ins_total', 'Sign-in attempts.', ['outcome'])
    // Known from the start, so that the first failure shows as an increase.
    for (const outcome of signIns.values()) this.#signIns.inc({ outcome }, 0)
    this.#refusals = this.#counter('moviebox_refusals_total', 'Requests refused, by error code.', ['code'])
    this.#unread = this.#counter('moviebox_connections_unread_total', 'Connections closed before a request was read.', ['reason'])
    this.#uploads = this.#counter('moviebox_uploads_total', 'Uploaded files, by outcome: stored or an error code.', ['outcome'])
    this.database = this.#databaseWatch()
  }

  /** Counts an answer. Its route is a pattern such as `/api/movies/:id`. */
  readonly answered = ({ method, route, status, ms }: Answered): void => {
    this.#requests.inc({ method, route, status })
    this.#durations.observe({ method, route }, ms / 1000)
    const outcome = signIns.get(status)
    if (outcome && route === session.signIn.path && method === session.signIn.method) this.#signIns.inc({ outcome })
  }

  refused(code: string): void {
    this.#refusals.inc({ code })
  }

  /** Counts a connection that ended before a request was read; `reason` is Node's error code. */
  unread(reason: string): void {
    this.#unread.inc({ reason })
  }

  /** Counts an uploaded file; `outcome` is `stored` or the code of why not. */
  uploaded(outcome: string): void {
    this.#uploads.inc({ outcome })
  }

  /** Adds a metric whose samples are read when Prometheus asks: `samples` answers all of them. An error fails the whole answer. */
  gauge(name: string, help: string, labelNames: string[], samples: () => Iterable<Sample> | Promise<Iterable<Sample>>): void {
    new this.#prom.Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        const all = [...(await samples())]
        this.reset()
        // The library resets a gauge without labels to 0 instead of removing its sample.
        if (labelNames.length === 0) this.remove()
        for (const [labels, value] of all) this.set(labels, value)
      },
    })
  }

  /** Adds a metric whose samples only grow, read when Prometheus asks. */
  total(name: string, help: string, labelNames: string[], samples: () => Iterable<Sample>): void {
    new this.#prom.Counter({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        this.reset()
        for (const [labels, value] of samples()) this.inc(labels, value)
      },
    })
  }

  #counter(name: string, help: string, labelNames: string[]) {
    return new this.#prom.Counter({ name, help, labelNames, registers: [this.registry] })
  }

  #histogram(name: string, help: string, labelNames: string[] = []) {
    return new this.#prom.Histogram({ name, help, labelNames, buckets, registers: [this.registry] })
  }

  #databaseWatch(): DatabaseInstruments {
    const statements = this.#histogram('moviebox_database_statement_seconds', 'Duration of database statements.')
    const commits = this.#histogram('moviebox_database_commit_seconds', 'Duration of commits, until written to disk.')
    const waits = this.#histogram('moviebox_database_wait_seconds', 'Time spent waiting for a database connection.')
    const open = { used: 0, awaited: 0 }
    const help = 'Database connections in use, and requests waiting for one.'
    this.gauge('moviebox_database_connections', help, ['state'], () =>
      Object.entries(open).map(([state, count]) => [{ state }, count] as const),
    )
    return {
      statement: (seconds) => statements.observe(seconds),
      commit: (seconds) => commits.observe(seconds),
      connection: (seconds) => waits.observe(seconds),
      inUse: (more) => {
        open.used += more
      },
      waitedFor: (more) => {
        open.awaited += more
      },
    }
  }
}
