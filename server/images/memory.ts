import type { Metadata } from 'sharp'

const MB = 1_000_000

/** In bytes, of the renderer's process. */
export const memory = {
  /** It ends itself above this: 512 MB, less what it may take while it finds out. */
  ceiling: 480 * MB,
  /** What it takes before it renders anything; above `tired` it is replaced when it has nothing to do. */
  atRest: 90 * MB,
  tired: 160 * MB,
}

/** Pixels as they are decoded and as they are kept. */
type Size = { pixels: number; kept: number }

/**
 * How many bytes an image takes to render at most: measured with libvips 8.18 at 40 megapixels in each format.
 * `kept` are the pixels of the largest rendition.
 */
export function needOf(image: Metadata, { pixels, kept }: Size): number {
  const channels = image.hasAlpha ? 4 : 3
  const decoding = decodingOf(image) * pixels + channels * kept
  const encoding = (image.hasAlpha ? 20 : 9) * kept
  return Math.max(decoding, encoding) + 25 * MB
}

/** In bytes a pixel. Formats that are decoded line by line, or shrunk while they are read, need hardly more than their lines. */
function decodingOf({ format, compression, depth, channels = 4, chromaSubsampling, isProgressive, pages = 1 }: Metadata): number {
  const sample = depth === 'ushort' ? 2 : 1
  switch (format) {
    case 'jpeg':
      // All coefficients are kept, 2 bytes each; of 4:2:0 there are half as many.
      return isProgressive ? (chromaSubsampling === '4:2:0' ? 3 : 2 * channels) : 1
    case 'png':
      return isProgressive ? sample * channels + 2 : sample * 1.5
    case 'webp':
      // Of an animation whole pictures are kept in several copies.
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
