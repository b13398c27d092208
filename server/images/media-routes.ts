import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { imageAddress, imageFileName } from '#contract/pictures.ts'
import { notFound } from '#server/errors.ts'
import { isKnown } from '#server/http/etag.ts'
import type { Media } from './media.ts'

/** Serves stored images to all callers, see docs/decisions: an address names its content and can't be guessed. */
export function mediaRoutes(app: FastifyInstance, media: Media): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: imageAddress(':hash/:file'),
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest<{ Params: { hash: string; file: string } }>, reply) => {
      const { hash, file } = request.params
      const name = `${hash}/${file}`
      const etag = `"${name}"`
      // The name identifies the bytes, so a caller that has them needs no look at the file. `*` asks whether the file exists.
      const known = request.headers['if-none-match']
      const asksForAny = known?.trim() === '*'
      if (imageFileName.test(name) && !asksForAny && isKnown(known, etag)) return describe(reply, etag).code(304).send()
      const found = await media.open(name)
      if (!found) throw notFound('image')
      describe(reply, etag)
      if (!asksForAny) reply.header('content-length', found.size)
      if (!asksForAny && request.method === 'GET') return reply.send(found.stream)
      found.stream.destroy()
      return reply.code(asksForAny ? 304 : 200).send()
    },
  })
}

function describe(reply: FastifyReply, etag: string): FastifyReply {
  return reply.headers({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // The chain's own website shows these images too.
    'cross-origin-resource-policy': 'cross-origin',
  })
}
