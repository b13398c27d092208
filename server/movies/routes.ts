import type { FastifyInstance } from 'fastify'
import { movies } from '#contract/movies.ts'
import type { Database } from '#server/database/schema.ts'
import { collection } from '#server/http/collection.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { movieColumns, movieRecords } from './store.ts'

export function movieRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, movies, collection(db, movieRecords, movieColumns))
}
