import type { FastifyInstance } from 'fastify'
import { drafts } from '#contract/drafts.ts'
import type { Database } from '#server/db/schema.ts'
import { notFound } from '#server/errors.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { draftsOf, dropDraft, findDraft, keepDraft } from './drafts.ts'

/** The routes of drafts. Every call concerns the caller's own drafts only, so an id of another user's draft finds nothing. */
export function draftRoutes(app: FastifyInstance, guard: Guard, db: Database): void {
  serve(app, guard, drafts, {
    list: ({ caller }) => draftsOf(db, caller._id),

    async get({ params, caller }) {
      const draft = await findDraft(db, caller._id, params.id)
      if (!draft) throw notFound('draft')
      return draft
    },

    keep: ({ params, body, caller, transactAsCaller }) =>
      transactAsCaller((trx) => keepDraft(trx, caller._id, { id: params.id, ...body }), 'read committed'),

    drop: ({ params, caller, transactAsCaller }) =>
      transactAsCaller(async (trx) => {
        await dropDraft(trx, caller._id, params.id)
        return null
      }, 'read committed'),
  })
}
