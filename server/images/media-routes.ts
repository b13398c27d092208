import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { imageAddress } from '#contract/pictures.ts'
import { isKnown } from '#server/http/etag.ts'
import { notFound } from '#server/refusals.ts'
import type { Media } from './media.ts'

/** Serves stored images to everybody, see docs/decisions: an address names its content and can't be guessed. */
export function mediaRoutes(app: FastifyInstance, media: Media): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: imageAddress(':hash/:file'),
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest<{ Params: { hash: string; file: string } }>, reply) => {
      const { hash, file } = request.params
      const found = await media.open(`${hash}/${file}`)
      if (!found) throw notFound('image')
      const etag = `"${hash}/${file}"`
      describe(reply, etag)
      const unchanged = isKnown(request.headers['if-none-match'], etag)
      if (!unchanged) reply.header('content-length', found.size)
      if (!unchanged && request.method === 'GET') return reply.send(found.stream)
      found.stream.destroy()
      return reply.code(unchanged ? 304 : 200).send()
    },
  })
}

function describe(reply: FastifyReply, etag: string) {
  reply.headers({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // The chain's own website shows these images too.
    'cross-origin-resource-policy': 'cross-origin',
  })
}
