import { sql } from 'kysely'
import { leastCoverWidth } from '#contract/movies.ts'
import { hostElsewhere } from '#contract/trailers.ts'
import type { Transaction } from '#server/db/schema.ts'
import { resource } from '#server/http/resource.ts'
import { recordsOf } from '#server/records/repository.ts'

export const movies = resource(
  recordsOf('movies', {
    custom: {
      // A movie with an erased cover loses the cover when it is restored from the trash.
      coverSize: { where: () => sql`(small_cover = 1 and image <> '')` },
      trailer: { where: () => sql`trailer_host > ''` },
    },
  }),
  {
    columns: async (trx, { image, trailerUrl }) => ({
      smallCover: (await isSmall(trx, image)) ? 1 : 0,
      trailerHost: hostElsewhere(trailerUrl),
    }),
  },
  () => ({}),
)

async function isSmall(trx: Transaction, cover: string): Promise<boolean> {
  if (cover === '') return false
  const image = await trx.selectFrom('images').select('width').where('url', '=', cover).executeTakeFirst()
  return image !== undefined && image.width < leastCoverWidth
}
