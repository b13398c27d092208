import type { FastifyInstance } from 'fastify'
import { menus } from '#contract/menus.ts'
import type { Database } from '#server/database/schema.ts'
import { collection } from '#server/http/collection.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { menuItemColumns, menuItemRecords } from './store.ts'

export function menuItemRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, menus, collection(db, menuItemRecords, menuItemColumns))
}
