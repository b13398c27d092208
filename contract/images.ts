import * as z from 'zod/mini'
import { changesOf } from './changes.ts'
import { byId, type Endpoints, erasureOf, historyOf, listOf, nothing, publicOnly } from './endpoint.ts'
import { line, optionalLine, record, recordId, versionNumber } from './fields.ts'
import { alphabetical, listQuery, newest, type Unsearched } from './listing.ts'
import { imageHash } from './pictures.ts'

/** The limits of an upload. The server checks a file's bytes, never its name. */
export const uploadLimits = {
  bytesPerFile: 20 * 1024 * 1024,
  pixelsPerFile: 40_000_000,
  /** JPEGs are shrunk while they are decoded. Cameras of 64 megapixels produce slightly more pixels. */
  pixelsPerJpeg: 64_500_000,
  filesPerRequest: 50,
} as const

/** A use of an image: `title` is the title of the record that shows it. */
export const ImageUse = z.object({ resource: z.string(), _id: recordId, title: z.string() })
export type ImageUse = z.output<typeof ImageUse>

/** The most uses that an image names by itself; `images.uses` lists them all. */
export const mostNamedUses = 20

/** The longest alt text, in characters. */
export const longestAlt = 300

/** The text for people who can't see an image. */
const texts = z.object({
  /** A sentence; '' for none. */
  altText: optionalLine('Alt text', longestAlt),
  /** The image conveys no information, so it needs no alt text. */
  decorative: z.boolean('Decorative must be true or false.'),
})
const oneOfBoth = z.refine<{ altText: string; decorative: boolean }>(({ altText, decorative }) => !decorative || altText === '', {
  error: 'A decorative image has no alt text. Clear the alt text, or untick "Decorative".',
  path: ['altText'],
})

/** The fields that are set in many images at once. */
export const ImageTexts = texts.check(oneOfBoth)

const noPercent = 'The focal point must be whole numbers from 0 to 100, in percent.'
/** A coordinate of the focal point; `null` for the centre. An update without it keeps the stored one, because older clients don't know it. */
const percent = z.optional(z.nullable(z.int(noPercent).check(z.gte(0, noPercent), z.lte(100, noPercent))))
type Percent = z.output<typeof percent>

const bothOrNone = 'The focal point needs both numbers, or neither.'
/** Whether a coordinate is missing beside the other one. */
const isLacking = (one: Percent, other: Percent) => other !== undefined && (one === undefined || (one === null && other !== null))

/** The fields of an image that users write. */
export const ImageInput = z
  .object({
    name: line('Name', 200).check(
      z.regex(/^(?!\.{1,2}$)[^/\\]*$/, "Name can't contain / or \\, and must be more than dots. Use letters, digits and spaces."),
    ),
    altText: z._default(texts.shape.altText, ''),
    decorative: z._default(texts.shape.decorative, false),
    /** The point that stays visible where a screen crops the image: its distances from the left and the top. */
    focalX: percent,
    focalY: percent,
  })
  .check(
    oneOfBoth,
    z.refine(({ focalX, focalY }) => !isLacking(focalX, focalY), { error: bothOrNone, path: ['focalX'] }),
    z.refine(({ focalX, focalY }) => !isLacking(focalY, focalX), { error: bothOrNone, path: ['focalY'] }),
  )
export type ImageInput = z.output<typeof ImageInput>

/** The most records in which one call replaces an image. The limit keeps the wait of other writers short. */
export const mostReplaced = 50

const only = `"only" must be a list of up to ${mostReplaced} records, each with a resource, an _id and a version.`
/** A record in a version in which an image was replaced. */
const Replaced = z.object({ resource: z.string(only).check(z.maxLength(40, only)), _id: recordId, version: versionNumber })
export type Replaced = z.output<typeof Replaced>

const Replacement = z.object({
  /** The id of the new image. */
  by: z.uuid('Choose an image from the gallery.'),
  /** Whether the new image also gets the name and the alt text of the replaced one, and the focal point if both have the same proportions. */
  takesOver: z._default(z.boolean('"takesOver" must be true or false.'), false),
  /** Replaces the image only in those of these records that still have these versions, and keeps the image in the gallery. */
  only: z.optional(z.array(Replaced, only).check(z.maxLength(mostReplaced, only))),
})
export type Replacement = z.output<typeof Replacement>

export const Image = z.object({
  ...record,
  name: z.string(),
  altText: z.string(),
  decorative: z.boolean(),
  /** In percent of the width and the height; `null` for the centre. */
  focalX: z.nullable(z.int()),
  focalY: z.nullable(z.int()),
  /** The largest rendition, `/media/<hash>/<width>.webp`. */
  url: z.string(),
  /** In pixels, of the largest rendition. */
  width: z.int(),
  height: z.int(),
  /** The size of the uploaded file. */
  bytes: z.int(),
  /** The newest records that use it, at most `mostNamedUses`. */
  usedBy: z.array(ImageUse),
  /** The total number of records that use it. */
  usedByCount: z.int(),
})
export type Image = z.output<typeof Image>

/** The outcome of a file that was not stored. */
export const RefusedFile = z.object({ name: z.string(), error: z.string(), code: z.string() })
export type RefusedFile = z.output<typeof RefusedFile>

/** An image that is stored. `wasThere`: the gallery had the same picture before. `note` names parts of the file that were not kept. */
export const StoredImage = z.extend(Image, { wasThere: z.boolean(), note: z.optional(z.string()) })
export type StoredImage = z.output<typeof StoredImage>

export const UploadOutcome = z.union([StoredImage, RefusedFile])
export type UploadOutcome = z.output<typeof UploadOutcome>

const uses = { filters: {}, orders: { newest }, order: 'newest' } as const satisfies Unsearched

export const images = {
  upload: {
    method: 'POST',
    path: '/api/upload',
    access: 'staff',
    summary: 'Uploads images (multipart, repeated field `images`) and returns the outcome of each file, in the order sent.',
    multipart: true,
    answer: z.array(UploadOutcome),
    status: 201,
  },
  list: listOf('/api/images', {
    one: 'image',
    many: 'gallery images',
    item: Image,
    access: 'public',
    publicView: true,
    listing: {
      search: ['name', 'altText'],
      filters: {
        used: { label: 'Used', kind: 'own', options: { yes: 'Used', no: 'Unused' } },
        /** Images that aren't decorative and have no alt text. */
        described: { label: 'Alt text', kind: 'own', options: { no: 'No alt text' } },
      },
      orders: { newest, name: alphabetical('Name', 'name') },
      order: 'newest',
    },
  }),
  get: {
    method: 'GET',
    path: '/api/images/:id',
    access: 'public',
    summary: `Returns an image, by id or by the hash in its address.${publicOnly}`,
    params: z.object({ id: z.union([recordId, z.string().check(z.maxLength(64), z.regex(imageHash))]) }),
    answer: Image,
    cacheable: true,
    publicView: true,
    // The uses change without a new version.
    contentEtag: true,
  },
  uses: {
    method: 'GET',
    path: '/api/images/:id/uses',
    access: 'staff',
    summary: 'Lists the records that use an image, newest first.',
    params: byId,
    query: listQuery(uses),
    answer: z.array(ImageUse),
    listing: uses,
    refuses: [404],
  },
  update: {
    method: 'PUT',
    path: '/api/images/:id',
    access: 'staff',
    summary:
      'Renames an image and sets its alt text and focal point, which records that use the image show in `imageAlt` and `imageFocalPoint`, `galleryAlt` and `galleryFocalPoints`, `imagesAlt` and `imagesFocalPoints`.',
    params: byId,
    body: ImageInput,
    answer: Image,
    versioned: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/images/:id',
    access: 'staff',
    summary: 'Removes an image from the gallery, by id or by name. Records that use the image keep it.',
    params: z.object({ id: z.string().check(z.maxLength(255, 'There is no image with this name.')) }),
    answer: nothing,
    status: 204,
    versioned: true,
  },
  restore: {
    method: 'POST',
    path: '/api/images/:id/restoration',
    access: 'staff',
    summary:
      'Restores a deleted image to the gallery. With `version`, also restores the name, alt text and focal point of an earlier version of an image that is not deleted.',
    params: byId,
    body: z.optional(z.object({ version: z.optional(versionNumber) })),
    answer: Image,
    idempotent: true,
    versioned: true,
  },
  change: changesOf('/api/images', { many: 'images', item: Image, access: 'staff', sets: ImageTexts }),
  replace: {
    method: 'POST',
    path: '/api/images/:id/replacement',
    access: 'staff',
    summary: `Puts the image \`by\` in the place of an image, in up to ${mostReplaced} records that use it. Returns the new versions of these records and how many are \`left\`. Repeat the call until none are left: the last call moves the replaced image to the trash.`,
    params: byId,
    body: Replacement,
    answer: z.object({ changed: z.array(Replaced), left: z.int() }),
    idempotent: true,
  },
  /** 409: records still use the image. */
  erase: { ...erasureOf('/api/images', 'image'), refuses: [409] },
  history: historyOf('/api/images', { one: 'image', item: Image, access: 'staff' }),
} as const satisfies Endpoints
