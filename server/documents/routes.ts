import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'
import { documentsPage, documentsStyle } from './page.ts'

/** `/api/openapi.json`, and the same for people at `/api/docs`, which loads nothing but its own style sheet. */
export function documentRoutes(app: FastifyInstance): void {
  app.get('/api/openapi.json', () => openApi())
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(documentsPage()))
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(documentsStyle))
}
