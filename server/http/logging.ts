import { type FastifyServerOptions, LogController } from 'fastify'
import { terminalLog } from './terminal-log.ts'

/** What a line of the log may carry. Libraries write into it too, and one of them handed over all headers of a request: tokens. */
const known = new Set(['requestId', 'method', 'route', 'status', 'ms', 'reason', 'images', 'err'])

/** One line for each event, JSON where a machine reads, without names, addresses, tokens or what a person typed. */
export function logging(level: string): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  const terminal = terminalLog(process.stdout)
  return {
    logger: {
      level,
      ...(terminal && { stream: terminal }),
      base: null,
      formatters: { log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => known.has(name))) },
      serializers: { err: withoutData },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
    },
    // The lines that Fastify writes by itself carry addresses and whole URLs; ours don't.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  }
}

/** What PostgreSQL reports beside its message (`detail`, `where`) quotes the values of the row: names, for one. */
const withoutData = (error: Error & { code?: unknown }) => ({
  type: error.name,
  code: error.code,
  message: error.message,
  stack: error.stack ?? '',
})
