import { open } from 'node:fs/promises'
import sharp, { type Metadata, type Stats } from 'sharp'
import { pngFacts } from './png.ts'

/** In pixels: the most to decode in search of a frame that isn't blank. Frame n costs n frames. */
const mostSearched = 200_000_000
/** Lossy formats give an even surface a little noise. */
const noise = 4

/** Returns whether the image at `path` is animated. Only one of its frames is stored. */
export async function isAnimated(path: string, { format, pages = 1 }: Metadata): Promise<boolean> {
  if (format === 'png') return (await pngFacts(path)).isAnimated
  if (format === 'heif') return isSequence(path)
  return pages > 1
}

/** Returns the first frame that isn't of one colour or transparent, or the first of all if every searched frame is. */
export async function firstShownFrame(path: string, { width, height, pages = 1, format }: Metadata): Promise<number> {
  if (pages === 1 || format === 'heif') return 0
  let searched = 0
  for (let page = 0; page < pages; page++) {
    searched += (page + 1) * width * height
    if (page > 0 && searched > mostSearched) return 0
    if (!isBlank(await sharp(path, { page }).stats())) return page
  }
  return 0
}

function isBlank({ channels }: Stats): boolean {
  const alpha = channels.length % 2 === 0 ? channels.at(-1) : undefined
  return alpha?.max === 0 || channels.every(({ min, max }) => max - min <= noise)
}

/** Changes the file's first brand to that of a single picture: libvips reads an AVIF sequence only then, and both have the same first picture. */
export async function readAsStill(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0)
    if (buffer.toString('latin1', 4) === 'ftypavis') await file.write('avif', 8)
  } finally {
    await file.close()
  }
}

async function isSequence(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
    return buffer.toString('latin1', 8, Math.min(buffer.readUInt32BE(0), bytesRead)).includes('avis')
  } finally {
    await file.close()
  }
}
