import sharp from 'sharp'
import { needOf } from './memory.ts'

// Runs in the renderer's process (renderer-process.ts), which has no memory to spare for the contract: it is told what it has to know.

/** Where an image lies, and what of the contract's limits its rendering goes by. */
export type Order = { path: string; widths: readonly number[]; mostPixels: number }
export type Rendition = { width: number; height: number; content: Uint8Array }

/** The image itself can't be rendered, however often one tries. */
export class Unrenderable extends Error {
  readonly why: 'unreadable' | 'tooTall'
  constructor(why: Unrenderable['why']) {
    super(`The image is ${why}.`)
    this.why = why
  }
}

// No image is rendered twice, so keeping decoded ones would only cost memory. Two renderings at a time fill two cores.
sharp.cache(false)
sharp.concurrency(1)

/** The most pixels that a side of a WebP image can have (RFC 9649, 2.6). */
const longestSide = 16_383
/** More effort makes files smaller, not better. What lists show is worth it; the widest is what an upload waits for, and is 2 to 12 % larger with less. */
const webp = (width: number) => ({ quality: 80, effort: width > 640 ? 1 : 2 })
/** In seconds; the slowest image within the limits takes less than 5. */
const timeout = { seconds: 15 }

/** The image's size and how many bytes of memory `render` will take for it. Throws `Unrenderable` where its head can't be read. */
export async function measure({ path, widths }: Order): Promise<{ pixels: number; need: number }> {
  const image = await sharp(path, { limitInputPixels: false }).metadata().catch(unreadable)
  const { width, height } = image.autoOrient
  const scale = Math.min(1, Math.max(...widths) / width)
  const pixels = width * height
  return { pixels, need: needOf(image, { pixels, kept: pixels * scale ** 2 }) }
}

/**
 * Decodes the image (of a GIF its first frame) and encodes it as WebP in each kept width, narrowest first: upright,
 * in sRGB, without metadata, never enlarged. Throws `Unrenderable`.
 */
export async function render({ path, widths, mostPixels }: Order): Promise<Rendition[]> {
  const largest = await decode(path, Math.max(...widths), mostPixels)
  const { width, height, channels } = largest.info
  if (height > longestSide) throw new Unrenderable('tooTall')
  const encode = async (each: number): Promise<Rendition> => {
    const raw = sharp(largest.data, { raw: { width, height, channels } })
    const { data, info } = await raw.resize({ width: each }).webp(webp(each)).timeout(timeout).toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, content: data }
  }
  const encodeNarrower = async () => {
    const renditions: Rendition[] = []
    for (const each of widths) if (each < width) renditions.push(await encode(each))
    return renditions
  }
  // The widest alone takes longer than all the others.
  const [widest, narrower] = await Promise.all([encode(width), encodeNarrower()])
  giveBack(largest.data)
  return [...narrower, widest]
}

/** The pixels of the largest rendition: decoded once, the narrower ones are made of it. */
function decode(path: string, width: number, limitInputPixels: number) {
  // 'error' refuses what breaks off or is damaged; 'warning' would also refuse what every viewer shows, such as stray bytes between segments.
  const image = sharp(path, { limitInputPixels, failOn: 'error', autoOrient: true })
  const largest = image.resize({ width, withoutEnlargement: true })
  return largest.raw().timeout(timeout).toBuffer({ resolveWithObject: true }).catch(unreadable)
}

function unreadable(): never {
  throw new Unrenderable('unreadable')
}

/** Frees the memory of `bytes` now: V8, which sees a few bytes where there are millions, would let several pictures lie. */
function giveBack({ buffer }: Buffer) {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
