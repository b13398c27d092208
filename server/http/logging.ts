import { type FastifyServerOptions, LogController } from 'fastify'
import type { Answered } from '#server/metrics/metrics.ts'
import { gathered } from './gathered-log.ts'
import { terminalLog } from './terminal-log.ts'

/** The fields that a log line may have. Libraries log too, and one of them passed all headers of a request, including tokens. */
const known = new Set(['requestId', 'method', 'route', 'status', 'ms', 'reason', 'images', 'err'])

/** The logger's settings: one line for each event, JSON for machines, without names, addresses, tokens or typed text. */
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

/**
 * Returns a function that logs an answer with the logger's format at a tenth of its cost, because many answers cost hardly more than that. Static
 * files are logged at `debug` only. `tell` is called for every answer.
 */
export function answerLog(
  level: string,
  tell: (answered: Answered) => void = () => {},
  lines: { write(line: string): void } = out,
): (answered: Answered) => void {
  const shown = { files: ['trace', 'debug'].includes(level), others: ['trace', 'debug', 'info'].includes(level) }
  return (answered) => {
    const { requestId, method, route, status, ms } = answered
    const isFile = status < 400 && !/^\/(api\/|livez|readyz)/.test(route)
    if (isFile ? shown.files : shown.others) {
      lines.write(
        `{"level":${isFile ? 20 : 30}${timestamp()},"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${Math.round(ms)},"msg":"answered"}\n`,
      )
    }
    tell(answered)
  }
}

const out = terminalLog(process.stdout) ?? gathered(process.stdout)

let at = 0
let written = ''

/** The formatted time is reused, because many lines are written in the same millisecond. */
function timestamp(): string {
  const now = Date.now()
  if (now !== at) written = `,"time":"${new Date(now).toISOString()}"`
  at = now
  return written
}

/** Drops PostgreSQL's `detail` and `where`: they quote values of the row, such as names. */
const withoutData = (error: Error & { code?: unknown }) => ({
  type: error.name,
  code: error.code,
  message: error.message,
  stack: error.stack ?? '',
})
