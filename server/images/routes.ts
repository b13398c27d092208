import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { type Image, images } from '#contract/images.ts'
import type { Database, Transaction } from '#server/database/schema.ts'
import type { Guard } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { notFound } from '#server/refusals.ts'
import { displayName } from './display-name.ts'
import type { Media } from './media.ts'
import { multipartOptions, notMultipart } from './receive.ts'
import { renderer } from './renderer.ts'
import { type FindUses, findByName, imageRecords, withUses } from './store.ts'
import { uploads } from './upload.ts'

type Parts = {
  db: Database
  media: Media
  uses: readonly FindUses[]
  /** In milliseconds, how long an upload waits for its renderings. */
  renderingTime?: number
}

const { upload, ...gallery } = images

export function imageRoutes(app: FastifyInstance, guard: Guard, { db, media, uses, renderingTime }: Parts): void {
  const rendering = renderer()
  app.addHook('onClose', () => rendering.close())
  const store = uploads(db, media, rendering, renderingTime)
  const shown = async (image: Image): Promise<Image> => (await withUses(db, uses, [image]))[0] ?? image

  serve(app, guard, gallery, {
    async list({ query }) {
      const { items, total } = await imageRecords.list(db, query)
      return { items: await withUses(db, uses, items), total }
    },

    remove: ({ params, caller, expected, transact }) =>
      transact(async (trx) => {
        const current = await imageRecords.findVersion(trx, await idOf(trx, params.id), expected)
        await imageRecords.remove(trx, current, caller)
        return null
      }),

    restore: async ({ params, caller, transact }) =>
      shown(await transact(async (trx) => imageRecords.restore(trx, await imageRecords.find(trx, params.id, true), caller))),
  })

  // Only here are multipart bodies read, and nothing else.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, multipartOptions)
    scope.addContentTypeParser('*', (_request, _body, done) => done(notMultipart()))
    serve(
      scope,
      guard,
      { upload },
      {
        async upload(call) {
          const outcomes = await store(call)
          const stored = (
            await withUses(
              db,
              uses,
              outcomes.filter((outcome) => '_id' in outcome),
            )
          ).values()
          return outcomes.map((outcome) => ('_id' in outcome ? (stored.next().value ?? outcome) : outcome))
        },
      },
    )
  })
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An image can be called by its id or by its name. */
async function idOf(trx: Transaction, called: string): Promise<string> {
  const row = isId.test(called)
    ? await trx.selectFrom('images').select('id').where('id', '=', called.toLowerCase()).executeTakeFirst()
    : undefined
  // What no image can be called isn't looked for: PostgreSQL refuses some of it.
  if (!row && displayName(called) !== called) throw notFound('Image')
  return (row ?? (await findByName(trx, called))).id
}
