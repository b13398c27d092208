import * as z from 'zod/mini'
import { kinds } from './fields.ts'

/** The widths in pixels of an image's renditions, as far as the original is that wide. */
export const widths = [320, 640, 1280, 2560] as const

/** Returns the file name of a rendition. `hash` is the SHA-256 of the uploaded file, in hexadecimal digits. */
export const imageFile = (hash: string, width: number) => `${hash}/${width}.webp`

/** Returns the address under which a rendition is served. */
export const imageAddress = (file: string) => `/media/${file}`

export const imageHash = /^[0-9a-f]{64}$/
export const imageFileName = /^[0-9a-f]{64}\/(\d{1,4})\.webp$/
const noImage = 'Choose an image from the gallery.'
const mediaUrl = new RegExp(`^${imageAddress(imageFileName.source.slice(1))}`)

/** The length of the longest rendition address: a hash of 64 characters and a width of four digits. */
const longestUrl = imageAddress(imageFile('0'.repeat(64), 9999)).length

/** The address of a gallery image, or '' for none. The server checks that the image exists. */
export const imageUrl = z
  ._default(z.string(noImage).check(z.trim(), z.maxLength(longestUrl, { error: noImage, abort: true })), '')
  .check(z.refine((url) => url === '' || mediaUrl.test(url), noImage))
  .register(kinds, { kind: 'image' })

/** The most images that one record lists. */
const longestList = 50

/** Addresses of gallery images, in order. */
export const imageList = z
  ._default(
    z
      .array(
        z.string(noImage).check(z.maxLength(longestUrl, { error: noImage, abort: true }), z.regex(mediaUrl, noImage)),
        'Send a list of images.',
      )
      .check(z.maxLength(longestList, `Choose at most ${longestList} images.`)),
    [],
  )
  .register(kinds, { kind: 'images' })

/** Returns the renditions of the image at `url`, narrowest first; empty when `url` is no gallery image. */
export function renditions(url: string): { url: string; width: number }[] {
  const largest = Number(mediaUrl.exec(url)?.[1] ?? 0)
  if (largest === 0) return []
  return [...widths.filter((width) => width < largest), largest].map((width) => ({
    width,
    url: url.replace(/\d+\.webp$/, `${width}.webp`),
  }))
}

/** The alt text of the image in the field `image`: '' for a decorative image, absent for one that has no alt text yet. */
export const imageAlt = z.optional(z.string())
/** The alt text of each image of a list, in the same order; `null` for one that has no alt text yet. Absent while none has one. */
export const imageAlts = z.optional(z.array(z.nullable(z.string())))

/** The point of an image that stays visible where a screen crops the image: its distances from the left and the top, in percent. */
const FocalPoint = z.object({ x: z.int(), y: z.int() })
export type FocalPoint = z.output<typeof FocalPoint>

/** The focal point of the image in the field `image`; absent for the centre. */
export const imageFocalPoint = z.optional(FocalPoint)
/** The focal point of each image of a list, in the same order; `null` for the centre. Absent while none has one. */
export const imageFocalPoints = z.optional(z.array(z.nullable(FocalPoint)))

/** Returns the name of the field with the alt texts of the images in `field`: `imageAlt`, `galleryAlt`. */
export const altFieldOf = (field: string) => `${field}Alt`
/** Returns the name of the field with the focal points of the images in `field`: `imageFocalPoint`, of a list `galleryFocalPoints`. */
export const focalFieldOf = (field: string, isList: boolean) => `${field}FocalPoint${isList ? 's' : ''}`
