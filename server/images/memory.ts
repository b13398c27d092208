import type { Metadata } from 'sharp'

const MB = 1_000_000

/** The memory of the renderer's process, in bytes. */
export const memory = {
  /** The process ends itself above this: 512 MB, less the growth until it notices. */
  ceiling: 480 * MB,
  /** The memory before the first rendering. An idle process above `tired` is replaced. */
  atRest: 90 * MB,
  tired: 160 * MB,
}

/** Numbers of pixels: as decoded, and as kept. */
type Size = { pixels: number; kept: number }

/**
 * Returns the most bytes that rendering an image takes: measured with libvips 8.18 at 40 megapixels in each format.
 * `kept` are the pixels of the largest rendition.
 */
export function needOf(image: Metadata, { pixels, kept }: Size): number {
  const channels = image.hasAlpha ? 4 : 3
  const decoding = decodingOf(image) * pixels + channels * kept
  const encoding = (image.hasAlpha ? 20 : 9) * kept
  return Math.max(decoding, encoding) + 25 * MB
}

/** Returns bytes for each pixel. Formats decoded line by line, or shrunk while they are read, need hardly more than their lines. */
function decodingOf({ format, compression, depth, channels = 4, chromaSubsampling, isProgressive, pages = 1 }: Metadata): number {
  const sample = depth === 'ushort' ? 2 : 1
  switch (format) {
    case 'jpeg':
      // All coefficients are kept, 2 bytes each; of 4:2:0 there are half as many.
      return isProgressive ? (chromaSubsampling === '4:2:0' ? 3 : 2 * channels) : 1
    case 'png':
      return isProgressive ? sample * channels + 2 : sample * 1.5
    case 'webp':
      // An animation is kept as whole pictures, in several copies.
      return pages > 1 ? 20 : 5
    case 'gif':
      return 6
    default:
      // The HEVC decoder keeps the decoded picture, its RGB and a copy of that.
      if (compression === 'hevc') return 14
      // libaom keeps 160 bytes for each 4 x 4 pixels beside the picture itself; the rest keeps renderer and server below 512 MB together.
      return sample === 2 ? 27 : 22
  }
}
