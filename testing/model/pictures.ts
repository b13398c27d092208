import { all, type Chain, type Fields, Refused } from './chain.ts'

const shown = ({ image, images, gallery }: Fields): string[] =>
  [image, ...((images ?? []) as string[]), ...((gallery ?? []) as string[])].filter(Boolean).map(String)

const inGallery = (chain: Chain, url: string) => all(chain, 'images').some(({ fields }) => fields.url === url)
/** Whether an image still exists, possibly in the trash: records keep it until it is erased. */
const isKept = (chain: Chain, url: string) =>
  inGallery(chain, url) || all(chain, 'images', 'deleted').some(({ fields }) => fields.url === url)

/** Refuses pictures that are neither in the gallery nor already shown by the record. */
export function requirePictures(chain: Chain, wanted: Fields, had: Fields): void {
  if (shown(wanted).some((url) => !shown(had).includes(url) && !inGallery(chain, url))) throw new Refused(422, 'invalid')
}

/** Returns an earlier version's fields without pictures that have left the gallery, unless the record shows them now. */
export const withoutGone = (chain: Chain, then: Fields, now: Fields): Fields =>
  only(then, (url) => shown(now).includes(url) || inGallery(chain, url))

/** Returns a restored record's fields without pictures that have been erased since. */
export const withoutErased = (chain: Chain, fields: Fields): Fields => only(fields, (url) => isKept(chain, url))

function only(fields: Fields, stays: (url: string) => boolean): Fields {
  const { image, images, gallery } = fields
  return {
    ...fields,
    ...(typeof image === 'string' && { image: image !== '' && stays(image) ? image : '' }),
    ...(Array.isArray(images) && { images: images.filter(stays) }),
    ...(Array.isArray(gallery) && { gallery: gallery.filter(stays) }),
  }
}

/** Returns the uses of an image in records that aren't deleted. */
export const usesOf = (chain: Chain, url: unknown): { resource: string; _id: string; title: unknown }[] =>
  [...chain.values()]
    .filter(({ state, fields }) => state === 'live' && shown(fields).includes(String(url)))
    .map(({ resource, id, fields }) => ({ resource, _id: id, title: fields.title ?? fields.name }))
