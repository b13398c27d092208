import { writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { HeicPixels } from './heic-decoder.ts'
import { pngChunk, pngHeadLength } from './png.ts'

/**
 * Replaces the HEIC photo at `path` by a PNG of at most `width` pixels across, with the photo's colour profile. sharp reads the head of
 * such photos, but is built without a HEVC decoder. Throws where the photo can't be decoded.
 */
export async function heicToPng(path: string, width: number): Promise<void> {
  const { icc } = await sharp(path).metadata()
  const { data, ...raw } = await decode(path)
  const photo = sharp(data, { raw }).resize({ width, withoutEnlargement: true })
  const png = await photo.png({ compressionLevel: 1 }).toBuffer()
  const profile = icc ? pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(icc)])) : Buffer.alloc(0)
  await writeFile(path, Buffer.concat([png.subarray(0, pngHeadLength), profile, png.subarray(pngHeadLength)]))
}

async function decode(path: string): Promise<HeicPixels> {
  const worker = new Worker(new URL('./heic-decoder.ts', import.meta.url), { workerData: path, stdout: true, stderr: true })
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The HEIC decoder has stopped.')))
    })
  } finally {
    await worker.terminate()
  }
}
