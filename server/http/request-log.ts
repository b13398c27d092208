import type { FastifyInstance } from 'fastify'
import type { Answered } from './logging.ts'

/** Logs every answer by its route, never by its address, which may hold names. Files that are sent as they are only show at `debug`. `tell` is told all. */
export function logRequests(app: FastifyInstance, tell: (answered: Answered) => void = () => {}): void {
  app.addHook('onResponse', async (request, reply) => {
    const { id: requestId, method, routeOptions } = request
    const { statusCode: status, elapsedTime: ms } = reply
    const route = routeOptions.url ?? 'none'
    const isFile = status < 400 && !/^\/(api\/|livez|readyz)/.test(route)
    request.log[isFile ? 'debug' : 'info']({ method, route, status, ms: Math.round(ms) }, 'answered')
    tell({ requestId, method, route, status, ms })
  })
}
