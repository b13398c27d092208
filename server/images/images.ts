import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/all.ts'
import type { Image } from '#contract/images.ts'
import type { Transaction } from '#server/db/schema.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { notFound } from '#server/errors.ts'
import type { Guard } from '#server/http/guard.ts'
import { collection, publicDay } from '#server/http/resource.ts'
import { serve } from '#server/http/serve.ts'
import { pageOfUses } from '#server/records/image-uses.ts'
import { displayName } from './display-name.ts'
import { multipartOptions, notMultipart } from './receive.ts'
import { renderer } from './renderer.ts'
import { addressOf, findByHash, findByName, imageRecords, withUses } from './repository.ts'
import { uploads } from './upload.ts'

const { upload, replace: _, ...gallery } = contract.images

export const images = { records: imageRecords, routes }

function routes(app: FastifyInstance, guard: Guard, { media, incoming, renderingTime, metrics }: Dependencies): void {
  const { db } = guard
  const rendering = renderer()
  app.addHook('onClose', () => rendering.close())
  const take = uploads(media, incoming, rendering, renderingTime, (outcome) => metrics?.uploaded(outcome))
  const usual = collection(db, imageRecords, {})

  const withItsUses = async (image: Image) => (await withUses(db, [image]))[0] ?? image

  serve(app, guard, gallery, {
    history: usual.history,
    erase: usual.erase,
    change: usual.change,

    async list(call) {
      const { items, ...page } = await usual.list(call)
      return { ...page, items: await withUses(db, items, publicDay(call.caller)) }
    },

    async get({ params, caller }) {
      const day = publicDay(caller)
      const { id } = isId.test(params.id) ? params : ((await findByHash(db, params.id)) ?? params)
      const image = await imageRecords.get(db, id, day)
      return (await withUses(db, [image], day))[0] ?? image
    },

    async uses({ params, query }) {
      return pageOfUses(db, await addressOf(db, params.id), query)
    },

    remove: ({ params, caller, expected, transactAsCaller }) =>
      transactAsCaller(async (trx) => {
        const current = await imageRecords.findVersion(trx, await idOf(trx, params.id), expected)
        await imageRecords.remove(trx, current, caller)
        return null
      }),

    update: async (call) => withItsUses(await usual.update(call)),

    restore: async (call) => withItsUses(await usual.restore(call)),
  })

  // Only this scope reads multipart bodies, and it reads nothing else.
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
          const outcomes = await take(call)
          const stored = (
            await withUses(
              db,
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

/** Returns the id of an image that is named by its id or by its name. */
async function idOf(trx: Transaction, called: string): Promise<string> {
  const row = isId.test(called)
    ? await trx.selectFrom('images').select('id').where('id', '=', called.toLowerCase()).executeTakeFirst()
    : undefined
  // Impossible names are not looked up: PostgreSQL rejects some of them.
  if (!row && displayName(called) !== called) throw notFound('image')
  return (row ?? (await findByName(trx, called))).id
}
