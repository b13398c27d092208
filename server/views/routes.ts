import type { FastifyInstance } from 'fastify'
import { views } from '#contract/views.ts'
import type { Database } from '#server/db/schema.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { createView, removeView, updateView, viewsFor } from './views.ts'

/** The routes of saved views. Views of other users don't exist for the caller. */
export function viewRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, views, {
    list: ({ caller }) => viewsFor(db, caller._id),

    create: ({ body, caller, transactAsCaller }) => transactAsCaller((trx) => createView(trx, body, caller)),

    update: ({ params: { id }, body, expected, caller, transactAsCaller }) =>
      transactAsCaller((trx) => updateView(trx, body, { id, expected, caller })),

    remove: ({ params: { id }, expected, caller, transactAsCaller }) =>
      transactAsCaller((trx) => removeView(trx, { id, expected, caller })),
  })
}
