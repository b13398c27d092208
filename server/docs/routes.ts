import type { FastifyInstance } from 'fastify'
import { type Bytes, bytesOf, json, replyWith } from '#server/http/bytes.ts'
import { openApi } from './openapi.ts'
import { documentsPage, documentsStyle } from './page.ts'

/** `/api/openapi.json`, and the same for people at `/api/docs`, which loads nothing but its own style sheet. */
export function documentRoutes(app: FastifyInstance): void {
  offer(app, '/api/openapi.json', json, () => JSON.stringify(openApi()))
  offer(app, '/api/docs', 'text/html; charset=utf-8', documentsPage)
  offer(app, '/api/docs.css', 'text/css; charset=utf-8', () => documentsStyle)
}

/** Serves a document that changes only with the program, so it is built once, for the first caller. */
function offer(app: FastifyInstance, path: string, type: string, make: () => string) {
  let document: Bytes | undefined
  app.get(path, (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    document ??= bytesOf(reply, make(), type)
    return replyWith(document, request, reply)
  })
}
