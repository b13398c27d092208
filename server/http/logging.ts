import { type FastifyServerOptions, LogController } from 'fastify'
import { gathered } from './gathered-log.ts'
import { terminalLog } from './terminal-log.ts'

/** What a line of the log may carry. Libraries write into it too, and one of them handed over all headers of a request: tokens. */
const known = new Set(['requestId', 'method', 'route', 'status', 'ms', 'reason', 'images', 'err'])

/** What is told of an answer. `ms`: from the first byte of its request, as exact as it was measured. */
export type Answered = { requestId: string; method: string; route: string; status: number; ms: number }

/** One line for each event, JSON where a machine reads, without names, addresses, tokens or what a person typed. */
export function logging(level: string): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  return {
    logger: {
      level,
      stream: out,
      base: null,
      formatters: { log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => known.has(name))) },
      serializers: { err: withoutData },
      timestamp,
    },
    // The lines that Fastify writes by itself carry addresses and whole URLs; ours don't.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  }
}

/** Writes the line that the logger would, at a tenth of what it costs: for answers that cost hardly anything themselves. `tell` is told as well. */
export function answerLog(level: string, tell: (answered: Answered) => void = () => {}): (answered: Answered) => void {
  if (!['trace', 'debug', 'info'].includes(level)) return tell
  return (answered) => {
    const { requestId, method, route, status, ms } = answered
    out.write(
      `{"level":30${timestamp()},"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${Math.round(ms)},"msg":"answered"}\n`,
    )
    tell(answered)
  }
}

const out = terminalLog(process.stdout) ?? gathered(process.stdout)

let at = 0
let written = ''

/** Many lines are written in the same millisecond. */
function timestamp(): string {
  const now = Date.now()
  if (now !== at) written = `,"time":"${new Date(now).toISOString()}"`
  at = now
  return written
}

/** What PostgreSQL reports beside its message (`detail`, `where`) quotes the values of the row: names, for one. */
const withoutData = (error: Error & { code?: unknown }) => ({
  type: error.name,
  code: error.code,
  message: error.message,
  stack: error.stack ?? '',
})
