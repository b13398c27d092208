import * as z from 'zod/mini'
import { kinds } from './fields.ts'

/** The widths in pixels that an image is kept in, as far as it is that wide itself. */
export const widths = [320, 640, 1280, 2560] as const

/** The name that the file of an image in one width is stored under. `hash` is the SHA-256 of what was uploaded, in hexadecimal digits. */
export const imageFile = (hash: string, width: number) => `${hash}/${width}.webp`

/** The address that such a file is served under. */
export const imageAddress = (file: string) => `/media/${file}`

export const imageFileName = /^[0-9a-f]{64}\/(\d{1,4})\.webp$/
const noImage = 'Choose an image from the gallery.'
const mediaUrl = new RegExp(`^${imageAddress(imageFileName.source.slice(1))}`)

/** The characters of the longest such address: a hash of 64 and a width of four digits. */
const longestUrl = imageAddress(imageFile('0'.repeat(64), 9999)).length

/** The address of a gallery image, or '' for none. That the image exists is the server's to check. */
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
