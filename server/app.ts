import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { sessionRoutes } from './access/session-routes.ts'
import { personOf } from './access/sessions.ts'
import { sessionsRoutes } from './access/sessions-routes.ts'
import { userRoutes } from './access/user-routes.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { branchRoutes } from './branches/routes.ts'
import { imagesOfBranches } from './branches/store.ts'
import type { Config } from './config.ts'
import type { Database } from './database/schema.ts'
import { documentRoutes } from './documents/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { answerError } from './http/error-handler.ts'
import { guard } from './http/guard.ts'
import { securityHeaders } from './http/security.ts'
import { webApp } from './http/web-app.ts'
import type { Media } from './images/media.ts'
import { mediaRoutes } from './images/media-routes.ts'
import { imageRoutes } from './images/routes.ts'
import { menuItemRoutes } from './menus/routes.ts'
import { imagesOfMenus } from './menus/store.ts'
import { movieRoutes } from './movies/routes.ts'
import { imagesOfMovies } from './movies/store.ts'
import { newsRoutes } from './news/routes.ts'
import { imagesOfNews } from './news/store.ts'
import { promoCodeRoutes } from './promo-codes/routes.ts'

export type Parts = {
  db: Database
  media: Media
  /** Where the built web app lies. */
  webFolder: string
  config: Pick<Config, 'publicContent' | 'trailerHosts' | 'trustProxy' | 'logLevel'>
}

/** Builds the whole server without listening: every route, every header, one error handler. */
export async function buildApp({ db, media, webFolder, config }: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: config.logLevel,
      base: null,
      serializers: { err: withoutData },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
    },
    // The lines that Fastify writes by itself carry addresses and whole URLs; ours below don't.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: typeof config.trustProxy === 'number' ? hops(config.trustProxy) : config.trustProxy,
    bodyLimit: 256 * 1024,
    // Node's own limits are wide: a minute for headers, five for the request, no end of connections.
    connectionTimeout: 60_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 30_000,
    http: { headersTimeout: 10_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2000 },
  })
  app.server.maxConnections = 1_000
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  // Some clients name the type of a body on every call, a DELETE without one included.
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parseJson(request, body, done),
  )
  app.setErrorHandler(answerError)
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    request.log.info({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  await securityHeaders(app, config.trailerHosts)

  const admit = guard(db, personOf, config.publicContent)
  healthRoutes(app, db)
  documentRoutes(app)
  sessionRoutes(app, admit, db)
  sessionsRoutes(app, admit, db)
  userRoutes(app, admit, db)
  movieRoutes(app, admit, db)
  branchRoutes(app, admit, db)
  newsRoutes(app, admit, db)
  menuItemRoutes(app, admit, db)
  bookingRoutes(app, admit, db)
  promoCodeRoutes(app, admit, db)
  imageRoutes(app, admit, { db, media, uses: [imagesOfMovies, imagesOfBranches, imagesOfNews, imagesOfMenus] })
  mediaRoutes(app, media)
  await webApp(app, webFolder, config.trailerHosts)
  return app
}

/** Trusts that many proxies, counted from this server outwards. */
const hops = (proxies: number) => (_address: string, hop: number) => hop < proxies

/** What PostgreSQL reports beside its message (`detail`, `where`) quotes the values of the row: names, for one. */
const withoutData = (error: Error & { code?: unknown }) => ({
  type: error.name,
  code: error.code,
  message: error.message,
  stack: error.stack ?? '',
})
