import type { ServerResponse } from 'node:http'
import { strictTransport } from './security.ts'

/** What goes by the request alone. */
export type Sent = { requestId: string; isTls: boolean }

/** Where Node keeps the text of a head until it is sent. It is Node's own, and documented nowhere: the version is pinned, and a test compares what goes out. */
type Response = ServerResponse & { _header?: string }

/**
 * The head of an answer that goes out many times. Node looks through every letter of it each time, which takes a fifth of all that such an answer
 * costs: here it does so once a second, when the date changes. In between only the request's id is another one.
 */
export class Head {
  readonly #status: number
  readonly #headers: readonly string[]
  #made = { second: 0, isTls: false, before: '', after: '' }

  /** `headers`: names and values in turns, without the request's id. */
  constructor(status: 200 | 304, headers: readonly string[]) {
    this.#status = status
    this.#headers = headers
  }

  writeTo(response: Response, { requestId, isTls }: Sent): void {
    const { second, isTls: wasTls, before, after } = this.#made
    const now = Math.floor(Date.now() / 1000)
    // Whoever hangs up after this answer is told so in its head.
    const isUsual = response.shouldKeepAlive && response.req.httpVersion === '1.1'
    if (isUsual && now === second && isTls === wasTls) {
      response.statusCode = this.#status
      response._header = before + requestId + after
      return
    }
    response.writeHead(this.#status, [...this.#headers, ...(isTls ? strictTransport : []), 'x-request-id', requestId])
    if (isUsual) this.#keep(response, requestId, now, isTls)
  }

  #keep({ _header: text = '' }: Response, requestId: string, second: number, isTls: boolean) {
    const at = text.indexOf(requestId)
    if (at > 0) this.#made = { second, isTls, before: text.slice(0, at), after: text.slice(at + requestId.length) }
  }
}
