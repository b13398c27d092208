import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { playerHosts } from '#contract/trailers.ts'

/**
 * The headers of every answer. Scripts, styles and fonts come from this server alone, nothing inline runs, and only the players'
 * hosts may be framed. No `upgrade-insecure-requests`: in an office the product is often served without TLS.
 */
export async function securityHeaders(app: FastifyInstance, trailerHosts: readonly string[]): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameSrc: [...playerHosts, ...trailerHosts].map((host) => `https://${host}`),
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // The players need the origin as referrer; a frame in the page gets nothing more.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Asks for what a frame with somebody else's player can't give.
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // What an API answers may depend on the token: no cache in between may keep it.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}
