import type { FastifyInstance } from 'fastify'
import { news } from '#contract/news.ts'
import type { Database } from '#server/database/schema.ts'
import { collection } from '#server/http/collection.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { newsColumns, newsRecords } from './store.ts'

export function newsRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, news, collection(db, newsRecords, newsColumns))
}
