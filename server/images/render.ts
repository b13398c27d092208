import sharp from 'sharp'
import { uploadLimits, widths } from '#contract/images.ts'
import { refusals } from './refusals.ts'

export type Rendition = { width: number; height: number; content: Buffer }

// libvips can read far more kinds of files than are stored here, each a way in: everything is closed, then five are opened.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}File`) })
// No image is rendered twice, so keeping decoded ones would only cost memory. Two renderings at a time fill two cores.
sharp.cache(false)
sharp.concurrency(1)

/** The most pixels that a side of a WebP image can have (RFC 9649, 2.6). */
const longestSide = 16_383
/** Effort 4 makes files 2 % smaller in twice the time, measured at 2560 pixels. */
const webp = { quality: 80, effort: 2 }
/** In seconds; the slowest image within the limits takes less than 5. */
const timeout = { seconds: 15 }

/**
 * Decodes the image at `path` (of a GIF its first frame) and encodes it as WebP in each kept width, narrowest first: upright,
 * in sRGB, without metadata, never enlarged. Throws a `FileRefusal` when the image has too many pixels or can't be read.
 */
export async function render(path: string): Promise<Rendition[]> {
  await checkSize(path)
  const largest = await decode(path)
  const { width, height, channels } = largest.info
  if (height > longestSide) throw refusals.tooTall()
  const kept = [...widths.filter((each) => each < width), width]
  const encode = async (each: number): Promise<Rendition> => {
    const raw = sharp(largest.data, { raw: { width, height, channels } })
    const { data, info } = await raw.resize({ width: each }).webp(webp).timeout(timeout).toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, content: data }
  }
  const renditions: Rendition[] = []
  for (const each of kept) renditions.push(await encode(each))
  return renditions
}

async function checkSize(path: string) {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata().catch(unreadable)
  if (width * height > uploadLimits.pixelsPerFile) throw refusals.tooManyPixels(width * height)
}

/** The pixels of the largest rendition: decoded once, the narrower ones are made of it. */
function decode(path: string) {
  // 'error' refuses what breaks off or is damaged; 'warning' would also refuse what every viewer shows, such as stray bytes between segments.
  const image = sharp(path, { limitInputPixels: uploadLimits.pixelsPerFile, failOn: 'error', autoOrient: true })
  const largest = image.resize({ width: Math.max(...widths), withoutEnlargement: true })
  return largest.raw().timeout(timeout).toBuffer({ resolveWithObject: true }).catch(unreadable)
}

function unreadable(): never {
  throw refusals.unreadable()
}
