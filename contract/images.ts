import * as z from 'zod/mini'
import { type Endpoints, erasureOf, historyOf, listOf, nothing } from './endpoint.ts'
import { kinds, record, recordId } from './fields.ts'
import { alphabetical, newest } from './listing.ts'

/** What may be uploaded. The server goes by a file's bytes, never by its name. */
export const uploadLimits = {
  bytesPerFile: 20 * 1024 * 1024,
  pixelsPerFile: 40_000_000,
  filesPerRequest: 50,
  accept: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
} as const

/** The widths in pixels that an image is kept in, as far as it is that wide itself. */
export const widths = [320, 640, 1280, 2560] as const

/** Where an image is used: `title` is what a person calls that record. */
export const ImageUse = z.object({ resource: z.string(), _id: recordId, title: z.string() })
export type ImageUse = z.output<typeof ImageUse>

export const Image = z.object({
  ...record,
  name: z.string(),
  /** The largest rendition, `/media/<hash>/<width>.webp`. */
  url: z.string(),
  /** In pixels, of the largest rendition. */
  width: z.int(),
  height: z.int(),
  /** The size of the uploaded file. */
  bytes: z.int(),
  usedBy: z.array(ImageUse),
})
export type Image = z.output<typeof Image>

/** The outcome of a file that was not stored. */
export const RefusedFile = z.object({ name: z.string(), error: z.string(), code: z.string() })
export type RefusedFile = z.output<typeof RefusedFile>

export const UploadOutcome = z.union([Image, RefusedFile])
export type UploadOutcome = z.output<typeof UploadOutcome>

/** The name that the file of an image in one width is stored under. `hash` is the SHA-256 of what was uploaded, in hexadecimal digits. */
export const imageFile = (hash: string, width: number) => `${hash}/${width}.webp`

/** The address that such a file is served under. */
export const imageAddress = (file: string) => `/media/${file}`

export const imageFileName = /^[0-9a-f]{64}\/(\d{1,4})\.webp$/
const mediaUrl = new RegExp(`^${imageAddress(imageFileName.source.slice(1))}`)

/** The address of a gallery image, or '' for none. That the image exists is the server's to check. */
export const imageUrl = z
  ._default(z.string('Choose an image from the gallery.').check(z.trim()), '')
  .check(z.refine((url) => url === '' || mediaUrl.test(url), 'Choose an image from the gallery.'))
  .register(kinds, { kind: 'image' })

/** The most images that one record lists. */
const longestList = 50

/** Addresses of gallery images, in order. */
export const imageList = z
  ._default(
    z
      .array(
        z.string('Choose an image from the gallery.').check(z.regex(mediaUrl, 'Choose an image from the gallery.')),
        'Send a list of images.',
      )
      .check(z.maxLength(longestList, `At most ${longestList} images.`)),
    [],
  )
  .register(kinds, { kind: 'images' })

/** Every kept width of the image at `url`, narrowest first; empty where `url` is no gallery image. */
export function renditions(url: string): { url: string; width: number }[] {
  const largest = Number(mediaUrl.exec(url)?.[1] ?? 0)
  if (largest === 0) return []
  return [...widths.filter((width) => width < largest), largest].map((width) => ({
    width,
    url: url.replace(/\d+\.webp$/, `${width}.webp`),
  }))
}

export const images = {
  upload: {
    method: 'POST',
    path: '/api/upload',
    access: 'staff',
    summary: 'Stores images (multipart, repeated field `images`) and tells the outcome of each file, in the order sent.',
    multipart: true,
    answer: z.array(UploadOutcome),
    status: 201,
  },
  list: listOf('/api/images', {
    one: 'image',
    many: 'The gallery',
    item: Image,
    access: 'public',
    listing: {
      search: ['name'],
      filters: { used: { label: 'Used', kind: 'own', options: { yes: 'Used', no: 'Unused' } } },
      orders: { newest, name: alphabetical('Name', 'name') },
      order: 'newest',
    },
  }),
  remove: {
    method: 'DELETE',
    path: '/api/images/:id',
    access: 'staff',
    summary: 'Takes an image out of the gallery, by id or by name; what uses it keeps it. Honours If-Match.',
    params: z.object({ id: z.string().check(z.maxLength(255, 'There is no image of that name.')) }),
    answer: nothing,
    status: 204,
  },
  restore: {
    method: 'POST',
    path: '/api/images/:id/restoration',
    access: 'staff',
    summary: 'Puts a deleted image back into the gallery.',
    params: z.object({ id: recordId }),
    answer: Image,
    named: true,
  },
  erase: erasureOf('/api/images', 'image'),
  history: historyOf('/api/images', { one: 'image', item: Image, access: 'staff' }),
} as const satisfies Endpoints
