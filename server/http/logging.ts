import { type FastifyServerOptions, LogController } from 'fastify'
import type { Answered } from '#server/metrics/metrics.ts'
import { gathered } from './gathered-log.ts'
import { terminalLog } from './terminal-log.ts'

/** What a line of the log may carry. Libraries write into it too, and one of them handed over all headers of a request: tokens. */
const known = new Set(['requestId', 'method', 'route', 'status', 'ms', 'reason', 'images', 'err'])

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

/**
 * Writes a line for each answer as the logger would, at a tenth of what that costs: for answers that cost hardly anything themselves. Files that
 * are sent as they are only show at `debug`. `tell` is told of all.
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
