import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { HttpError } from '#server/errors.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { shareConnections } from './connections.ts'
import { answerError, asRefusal } from './error-handler.ts'
import { answerLog, logging } from './logging.ts'
import { proxies } from './proxies.ts'
import { logRequests } from './request-log.ts'
import { noCache } from './response-cache.ts'
import { cameByTls, securityHeaders, strictTransport } from './security.ts'
import { limitUnread, oneAtATime } from './unread.ts'
import { unreadable } from './unreadable.ts'

/**
 * Builds the server without any route: its limits, its log, the headers of every answer, and its error handler. After `leaving` is aborted,
 * each answer is the last one of its connection, so that no further request arrives on a closing connection.
 */
export function httpServer(
  config: Pick<Config, 'trailerHosts' | 'trustProxy' | 'logLevel'>,
  cache = noCache(),
  { leaving, metrics }: { leaving?: AbortSignal | undefined; metrics?: Metrics | undefined } = {},
): FastifyInstance {
  const isProxy = proxies(config.trustProxy)
  const isTls = cameByTls(isProxy)
  const headers = securityHeaders(config.trailerHosts)
  const log = answerLog(config.logLevel, metrics?.answered)
  const app: FastifyInstance = Fastify({
    ...logging(config.logLevel),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: isProxy,
    bodyLimit: 256 * 1024,
    serverFactory: (handler) => {
      const options = { connectionsCheckingInterval: 1_000, requireHostHeader: false, optimizeEmptyRequests: true }
      return withLimits(createServer(options, oneAtATime(handler)))
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2000 },
    schemaController: { compilersFactory: { buildSerializer: noCompiler, buildValidator: noCompiler } },
    clientErrorHandler: ({ code }, socket) => refuse(socket, code),
    // The URL is malformed and matches no route, so hooks don't run for it.
    frameworkErrors(error, request, reply) {
      reply.headers({ ...headers, 'x-request-id': request.id })
      answerError(error, request, reply)
    },
  })
  const refuseUnread = unreadable(app.server, headers, app.log)
  const refuse: typeof refuseUnread = (socket, reason) => {
    metrics?.unread(reason ?? 'unknown')
    refuseUnread(socket, reason)
  }
  shareConnections(app.server, isProxy, refuse)
  limitUnread(app.server, isProxy, () =>
    app.log.info({ reason: 'unread' }, 'closed a connection because the client did not read the response'),
  )
  leaving?.addEventListener('abort', () => {
    app.server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
  })
  app.server.on('connect', (_request, socket) => refuse(socket, 'CONNECT'))
  // A server may ignore unknown expectations (RFC 9110, 10.1.1); Node would answer them by itself, without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  // A request without a body never emits `end` (`optimizeEmptyRequests`), but some clients send a content type with it.
  app.addHook('preParsing', (_request, _reply, body, done) => done(null, body.readableEnded ? Readable.from([]) : body))
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null)
    // Fastify's parser searches for keys that would poison a prototype, in any spelling, which takes longer than all other parsing.
    if (/__proto__|constructor|\\u/.test(body)) return parseJson(request, body, done)
    try {
      done(null, JSON.parse(body))
    } catch {
      parseJson(request, body, done)
    }
  })
  // A logger for each request would cost more than its line. Other log lines carry the request id themselves.
  app.setChildLoggerFactory((logger) => logger)
  app.setErrorHandler(answerError)
  app.addHook('onRequest', cache.hook)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (isTls(request.raw)) reply.header(...strictTransport)
    // Node would refuse this by itself, without our headers.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw new HttpError(400, 'malformed', 'The request has no Host header.')
    }
    done()
  })
  logRequests(app, log)
  if (metrics) app.addHook('onError', async (_request, _reply, error) => metrics.refused(asRefusal(error)?.code ?? 'internal'))
  return app
}

/** Replaces Fastify's compilers, which would load ninety more files: the contract describes requests and answers, and `serve` reads it. */
function noCompiler(): never {
  throw new Error('A route with its own schema needs its own compiler.')
}

/** Sets time limits in milliseconds. Node's defaults are longer, and it checks them only every 30 seconds. */
function withLimits(server: Server): Server {
  server.headersTimeout = 5_000
  server.requestTimeout = 30_000
  server.keepAliveTimeout = 30_000
  server.setTimeout(60_000)
  return server
}
