import type { FastifyInstance } from 'fastify'
import { images, mostReplaced, type Replaced, type Replacement } from '#contract/images.ts'
import type { Person } from '#contract/session.ts'
import type { Database, ImageRow, Transaction } from '#server/db/schema.ts'
import { HttpError, invalid } from '#server/errors.ts'
import type { Guard } from '#server/http/guard.ts'
import type { ReplaceImage } from '#server/http/resource.ts'
import { serve } from '#server/http/serve.ts'
import { imageRecords } from './repository.ts'

/** Returns a resource's function; `undefined` if there is no such resource, or its records use no images. */
type ReplaceInOf = (resource: string) => ReplaceImage | undefined

/** The route that replaces an image in the records of all resources. */
export function replacementRoutes(app: FastifyInstance, guard: Guard, replaceInOf: ReplaceInOf): void {
  const { replace } = images
  serve(
    app,
    guard,
    { replace },
    {
      replace: ({ params, body, caller, transactAsCaller }) =>
        transactAsCaller((trx) => replaceImage(trx, replaceInOf, params.id, body, caller)),
    },
  )
}

async function replaceImage(
  trx: Transaction,
  replaceInOf: ReplaceInOf,
  id: string,
  { by: otherId, takesOver, only }: Replacement,
  by: Person,
) {
  const image = await imageRecords.findAny(trx, id)
  if (!only && image.deletedAt !== null) throw new HttpError(404, 'not_found', 'Another user has replaced or deleted this image.')
  const other = await inGallery(trx, otherId)
  if (!other || other.id === image.id) throw invalid({ by: 'Choose another image from the gallery.' })
  const urls = { from: image.url, to: other.url }
  const changed: Replaced[] = []
  for (const { resource, _id, version } of only ?? (await usesOf(trx, image.url))) {
    const now = await replaceInOf(resource)?.(trx, _id, version, urls, by)
    if (now !== undefined) changed.push({ resource, _id, version: now })
  }
  const left = await countUses(trx, image.url)
  if (!only && left === 0) await retire(trx, image, takesOver ? other : undefined, by)
  return { changed, left }
}

const inGallery = (trx: Transaction, id: string): Promise<ImageRow | undefined> =>
  trx.selectFrom('images').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()

/** Returns up to `mostReplaced` records that use an image. Without a version, the image is replaced in whichever version they have. */
async function usesOf(trx: Transaction, url: string): Promise<(Omit<Replaced, 'version'> & { version?: undefined })[]> {
  const uses = await trx.selectFrom('imageUses').select(['resource', 'recordId']).where('url', '=', url).limit(mostReplaced).execute()
  return uses.map(({ resource, recordId }) => ({ resource, _id: recordId }))
}

async function countUses(db: Database, url: string): Promise<number> {
  const uses = db.selectFrom('imageUses').where('url', '=', url)
  return Number((await uses.select(({ fn }) => fn.countAll().as('n')).executeTakeFirst())?.n)
}

/** Moves the replaced image to the trash. `heir`, if given, gets its name, its alt text and, where the crops are the same, its focal point. */
async function retire(trx: Transaction, image: ImageRow, heir: ImageRow | undefined, by: Person): Promise<void> {
  const { name, altText, decorative, focalX, focalY } = image
  await imageRecords.remove(trx, image, by)
  if (!heir) return
  const focalPoint = isAlike(image, heir) ? { focalX, focalY } : {}
  await imageRecords.update(trx, heir, { name, altText, decorative, ...focalPoint }, by)
}

type Size = Pick<ImageRow, 'width' | 'height'>

/** Whether two images have the same proportions, to one percent: renditions are rounded to whole pixels. */
const isAlike = (one: Size, other: Size) => Math.abs((one.width * other.height) / (one.height * other.width) - 1) <= 0.01
