import type { FastifyInstance } from 'fastify'
import type { Answered } from '#server/metrics/metrics.ts'

/** Has every answer logged by its route, never by its address, which may hold names. */
export function logRequests(app: FastifyInstance, log: (answered: Answered) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    log({ requestId: request.id, method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime })
    done()
  })
}
