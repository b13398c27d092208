import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { firstShownFrame, isAnimated, readAsStill } from './animation.ts'
import { heicToPng } from './heic.ts'
import { completedJpeg } from './jpeg.ts'
import { needOf } from './memory.ts'
import { pngFacts, toSrgb } from './png.ts'

// Runs in the renderer's process (renderer-process.ts), which has no memory to spare for the contract, so it gets the limits as arguments.

/** The path of an image, and the contract's widths for its renditions. */
export type Order = { path: string; widths: readonly number[] }
export type Rendition = { width: number; height: number; content: Uint8Array }
/** `shrinks`: its format is shrunk while it is read, so more pixels take no more memory. `need` in bytes: the memory that `render` takes. */
export type Measured = { pixels: number; shrinks: boolean; isAnimated: boolean; need: number }

/** The image can't be rendered, and another try won't help. */
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
/**
 * More effort makes files smaller, not better. It pays for the small ones in lists. An upload waits for the widest, which is 2 to 12 %
 * larger with less effort.
 */
const webp = (width: number) => ({ quality: 80, effort: width > 640 ? 1 : 2 })
/** In seconds; the slowest image within the limits takes less than 5. */
const timeout = { seconds: 15 }
/** `measure` returns the number of pixels, and the server checks it before it asks for more. */
const unlimited = { limitInputPixels: false }

/** Reads the head of the image. Throws `Unrenderable` if it can't be read. */
export async function measure({ path, widths }: Order): Promise<Measured> {
  await readAsStill(path)
  const image = await sharp(path, unlimited).metadata().catch(unreadable)
  const { width, height } = image.autoOrient
  const scale = Math.min(1, Math.max(...widths) / width)
  const pixels = width * height
  const need = needOf(image, { pixels, kept: pixels * scale ** 2 })
  return { pixels, shrinks: image.format === 'jpeg', isAnimated: await isAnimated(path, image), need }
}

/**
 * Decodes the image (of an animation its first frame that isn't blank) and encodes it as WebP in each kept width, narrowest first. The
 * renditions are upright, in sRGB, without metadata, and never enlarged. Throws `Unrenderable`.
 */
export async function render({ path, widths }: Order): Promise<Rendition[]> {
  const largest = await decode(path, Math.max(...widths)).catch(unreadable)
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

/** Decodes the pixels of the largest rendition; the narrower ones are made from it. */
async function decode(path: string, width: number) {
  let image = await sharp(path, unlimited).metadata()
  if (image.compression === 'hevc') {
    await heicToPng(path, width)
    image = await sharp(path).metadata()
  }
  const gamma = image.format === 'png' ? (await pngFacts(path)).gamma : undefined
  const isDeep = gamma !== undefined && image.depth === 'ushort'
  const page = await firstShownFrame(path, image)

  function pixelsOf(source: string | Buffer, failOn: 'error' | 'warning') {
    const upright = sharp(source, { ...unlimited, failOn, page, autoOrient: true })
    const largest = upright.resize({ width, withoutEnlargement: true }).toColourspace(isDeep ? 'rgb16' : 'srgb')
    return largest
      .raw({ depth: isDeep ? 'ushort' : 'uchar' })
      .timeout(timeout)
      .toBuffer({ resolveWithObject: true })
  }

  // 'error' rejects truncated or damaged files; 'warning' would also reject files that viewers show, such as those with stray bytes between segments.
  const largest = await pixelsOf(path, 'error').catch(async (error: unknown) => {
    const completed = image.format === 'jpeg' ? completedJpeg(await readFile(path)) : undefined
    if (!completed) throw error
    return pixelsOf(completed, 'warning')
  })
  if (gamma === undefined) return largest
  const { data, info } = largest
  const samples = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data
  return { data: toSrgb(samples, info.channels, gamma), info }
}

function unreadable(): never {
  throw new Unrenderable('unreadable')
}

/** Frees the memory of `bytes` now: V8 counts a few bytes instead of millions, and would keep several pictures. */
function giveBack({ buffer }: Buffer) {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
