import type { FastifyInstance } from 'fastify'
import { branches } from '#contract/branches.ts'
import type { Database } from '#server/database/schema.ts'
import { collection } from '#server/http/collection.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { branchColumns, branchRecords } from './store.ts'

export function branchRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, branches, collection(db, branchRecords, branchColumns))
}
