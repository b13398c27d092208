import type { FastifyInstance } from 'fastify'

/** Logs every answer by its route, never by its address, which may hold names. Files that are sent as they are only show at `debug`. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const { statusCode: status, elapsedTime } = reply
    const route = routeOptions.url ?? 'none'
    const isFile = status < 400 && !/^\/(api\/|livez|readyz)/.test(route)
    request.log[isFile ? 'debug' : 'info']({ method, route, status, ms: Math.round(elapsedTime) }, 'answered')
  })
}
