import type { Answered } from '#server/http/logging.ts'
import { Histogram } from './histogram.ts'
import { family, heading, type Sample } from './text.ts'

/** Of one route and method. */
type Answers = { method: string; route: string; byStatus: Map<number, number>; durations: Histogram }

/** How requests were answered. A route is the pattern that the log tells as well, such as `/api/movies/:id`: there are as many as were written. */
export class Requests {
  readonly #routes = new Map<string, Map<string, Answers>>()

  /** Is called for each request: it looks up and adds, and makes nothing. */
  readonly answered = ({ method, route, status, ms }: Answered): void => {
    const answers = this.#routes.get(route)?.get(method) ?? this.#add(method, route)
    answers.byStatus.set(status, (answers.byStatus.get(status) ?? 0) + 1)
    answers.durations.observe(ms / 1000)
  }

  /** How many had this answer. */
  count(method: string, route: string, status: number): number {
    return this.#routes.get(route)?.get(method)?.byStatus.get(status) ?? 0
  }

  text(): string {
    const all = [...this.#routes.values()].flatMap((methods) => [...methods.values()])
    const counts = all.flatMap(({ method, route, byStatus }) =>
      [...byStatus].map(([status, count]): Sample => [{ method, route, status }, count]),
    )
    const name = 'moviebox_http_request_duration_seconds'
    return [
      family('moviebox_http_requests_total', 'counter', 'Requests that were answered.', counts),
      ...heading(name, 'histogram', 'From the first byte of a request to the last of its answer.'),
      ...all.flatMap(({ method, route, durations }) => durations.lines(name, { method, route })),
    ].join('\n')
  }

  #add(method: string, route: string): Answers {
    const methods = this.#routes.get(route) ?? new Map<string, Answers>()
    const answers = { method, route, byStatus: new Map<number, number>(), durations: new Histogram() }
    this.#routes.set(route, methods.set(method, answers))
    return answers
  }
}
