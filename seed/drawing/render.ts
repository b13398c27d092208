import sharp from 'sharp'
import { seeded } from './random.ts'
import type { Picture } from './svg.ts'

const quality = 90

/** Draws a picture, with the grain of film over it, as the bytes of a JPEG. `scale` is its size in pixels for a unit. */
export async function renderPicture({ width, height, art }: Picture, scale: number): Promise<Buffer> {
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}">${art}</svg>`
  const drawn = sharp(Buffer.from(svg)).composite([
    { input: grain, raw: { width: tile, height: tile, channels: 4 }, tile: true, blend: 'over' },
  ])
  return drawn.flatten({ background: '#000' }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
}

const tile = 128
const grain = makeGrain()

/** Black and white specks, hardly to be seen each, that keep even surfaces from looking like plastic and gradients from banding. */
function makeGrain(): Buffer {
  const random = seeded(1922)
  const pixels = Buffer.alloc(tile * tile * 4)
  for (let at = 0; at < pixels.length; at += 4) {
    const speck = random() + random() + random() - 1.5
    pixels.fill(speck > 0 ? 255 : 0, at, at + 3)
    pixels[at + 3] = Math.round(Math.abs(speck) * 20)
  }
  return pixels
}
