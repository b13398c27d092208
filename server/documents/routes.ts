import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isKnown } from '#server/http/etag.ts'
import { openApi } from './openapi.ts'
import { documentsPage, documentsStyle } from './page.ts'

/** `/api/openapi.json`, and the same for people at `/api/docs`, which loads nothing but its own style sheet. */
export function documentRoutes(app: FastifyInstance): void {
  offer(app, '/api/openapi.json', 'application/json; charset=utf-8', JSON.stringify(openApi()))
  offer(app, '/api/docs', 'text/html; charset=utf-8', documentsPage())
  offer(app, '/api/docs.css', 'text/css; charset=utf-8', documentsStyle)
}

/** A document changes with the program and never while it runs: it is made once, and sent to whoever doesn't have it. */
function offer(app: FastifyInstance, path: string, type: string, text: string) {
  const document = Buffer.from(text)
  const etag = `"${createHash('sha256').update(document).digest('base64url').slice(0, 22)}"`
  app.get(path, (request, reply) => {
    reply.headers({ etag, 'cache-control': 'no-cache' })
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(type).send(document)
  })
}
