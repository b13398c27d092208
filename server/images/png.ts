import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** The signature and the IHDR chunk, in bytes: other chunks follow. */
export const pngHeadLength = 33

/** One chunk of a PNG file (https://www.w3.org/TR/png-3/#5Chunk-layout). */
export function pngChunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Chunks that are looked at: each is a read of the file. */
const mostChunks = 200
/** Chunks that define the colour space, and take precedence over gAMA. */
const profiles = ['iCCP', 'sRGB', 'cICP']

/**
 * Returns facts of the PNG at `path` that libvips leaves out. `gamma` is the encoding exponent of its gAMA chunk (1 for linear light),
 * unless a profile overrides it. `isAnimated` says whether the file is an animation (APNG).
 */
export async function pngFacts(path: string): Promise<{ gamma: number | undefined; isAnimated: boolean }> {
  const file = await open(path)
  try {
    const found = new Set<string>()
    let [at, gamma] = [8, 0]
    const head = Buffer.alloc(12)
    for (let chunk = 0; chunk < mostChunks; chunk++) {
      const { bytesRead } = await file.read(head, 0, 12, at)
      const type = head.toString('latin1', 4, 8)
      if (bytesRead < 12 || type === 'IDAT') break
      found.add(type)
      if (type === 'gAMA') gamma = head.readUInt32BE(8) / 100_000
      at += 12 + head.readUInt32BE(0)
    }
    const isOverridden = profiles.some((type) => found.has(type))
    return { gamma: gamma > 0 && !isOverridden ? gamma : undefined, isAnimated: found.has('acTL') }
  } finally {
    await file.close()
  }
}

/** Converts samples encoded with the exponent `gamma` to sRGB, 8 bits each. Of 2 or 4 channels the last one is alpha. */
export function toSrgb(samples: Uint8Array | Uint16Array, channels: number, gamma: number): Buffer {
  const most = samples.BYTES_PER_ELEMENT === 2 ? 65_535 : 255
  const table = Uint8Array.from({ length: most + 1 }, (_, sample) => Math.round(255 * srgbOf((sample / most) ** (1 / gamma))))
  const alpha = channels % 2 === 0 ? channels - 1 : -1
  const result = Buffer.allocUnsafeSlow(samples.length)
  for (let at = 0; at < samples.length; at++) {
    const sample = samples[at] ?? 0
    result[at] = at % channels === alpha ? Math.round((sample * 255) / most) : (table[sample] ?? 0)
  }
  return result
}

/** The transfer function of sRGB (IEC 61966-2-1); light from 0 to 1. */
const srgbOf = (light: number) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
