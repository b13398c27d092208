import { open } from 'node:fs/promises'

/** The formats that are stored. */
export type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'gif'

/** The kind of a file by its bytes: a complete file in a stored format, a truncated one, or another kind, named with its article. */
export type Recognised = { format: Format } | { truncated: Format } | { other: string | undefined }

/** The number of bytes that the signatures below, and the opening of a drawing or a page, need. */
const opening = 1024

/** Reads the first bytes of the file at `path`; its name doesn't matter. `size` is its length in bytes. */
export async function recognise(path: string, size: number): Promise<Recognised> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(opening), 0, opening, 0)
    return recogniseBytes(buffer.subarray(0, bytesRead), size)
  } finally {
    await file.close()
  }
}

function recogniseBytes(start: Buffer, size: number): Recognised {
  const text = start.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return { format: 'jpeg' }
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return { format: 'png' }
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return { format: 'gif' }
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') {
    // The decoder accepts a truncated WebP as complete, so the length field in the file decides.
    const announced = start.readUInt32LE(4) + 8
    return announced > size ? { truncated: 'webp' } : { format: 'webp' }
  }
  if (text.slice(4, 8) === 'ftyp') return recogniseBrands(text, start.readUInt32BE(0))
  return { other: recogniseOther(text) }
}

/** Recognises ISO base media files (ISO/IEC 14496-12) by their list of brands. */
function recogniseBrands(text: string, length: number): Recognised {
  const brands = text.slice(8, Math.min(length, text.length))
  if (/avif|avis/.test(brands)) return { format: 'avif' }
  return /hei[cxsm]|hev[cxms]|mif1|msf1/.test(brands) ? { format: 'heic' } : { other: 'a video' }
}

function recogniseOther(text: string): string | undefined {
  const binary = signatures.find(([signature]) => text.startsWith(signature))?.[1]
  if (binary !== undefined || !/^(\xef\xbb\xbf)?\s*</.test(text)) return binary
  if (/<svg[\s>]/i.test(text)) return 'an SVG drawing'
  return /<(!doctype html|html|head|body|script)[\s>]/i.test(text) ? 'a web page' : undefined
}

/** The files that users most often rename to an image, or mistake for one. */
const signatures: [start: string, name: string][] = [
  ['%PDF-', 'a PDF'],
  ['II\x2a\0', 'a TIFF image'],
  ['MM\0\x2a', 'a TIFF image'],
  ['8BPS', 'a Photoshop file'],
  ['\xff\x0a', 'a JPEG XL image'],
  ['\0\0\0\x0cJXL ', 'a JPEG XL image'],
  ['PK\x03\x04', 'a ZIP archive or office document'],
  ['\x1aE\xdf\xa3', 'a video'],
  ['BM', 'a BMP image'],
]
