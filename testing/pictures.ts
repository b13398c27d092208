import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Image, RefusedFile } from '#contract/images.ts'
import { mediaFor } from '#server/images/open-media.ts'
import { sweep } from '#server/images/sweep.ts'
import type { TestApp, Who } from '#testing/app.ts'

/** A file to upload, and its form field. */
export type Sample = { name: string; bytes: Uint8Array; field?: string }

let made = 0

/** Returns a picture of one colour, by default with different bytes each time. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif',
  { width = 400, height = 300, colour = made++ } = {},
): Promise<Buffer> {
  // The colours differ enough to stay different in JPEG.
  const background = { r: (colour * 47) % 256, g: (colour * 89) % 256, b: 77 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format, format === 'avif' ? { effort: 0 } : {})
    .toBuffer()
}

/** Returns a valid black PNG with 1 bit a pixel: a small file, even for a large picture. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 1 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Returns the body and content type of a browser's upload. */
export async function multipartBody(files: Sample[]): Promise<{ body: Buffer; type: string }> {
  const form = new FormData()
  for (const { name, bytes, field = 'images' } of files) form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const encoded = new Response(form)
  return { body: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}

export type UploadReply = { status: number; body: (Image & RefusedFile)[] & RefusedFile & { files: RefusedFile[] } }

export async function upload(app: TestApp, files: Sample[], as: Who = 'staff'): Promise<UploadReply> {
  const { body, type } = await multipartBody(files)
  return app.call('POST', '/api/upload', as, body, { 'content-type': type })
}

/** Uploads one picture and returns its image. */
export async function stored(app: TestApp, bytes: Uint8Array, name = 'poster.png'): Promise<Image> {
  const { status, body } = await upload(app, [{ name, bytes }])
  if (status !== 201 || !body[0]?._id) throw new Error(`The upload was refused: ${JSON.stringify(body)}`)
  return body[0]
}

/** Returns the paths of all image files in the data folder, relative to it. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const found = await Promise.all(
    ['media', 'incoming'].map((folder) => readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })),
  )
  return found
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
}

/** Returns the paths of all image files, also with a store: incoming files in the data folder, and stored files as `media/<hash>/<width>.webp`. */
export async function storedFiles({ media, incoming }: TestApp): Promise<string[]> {
  const [arriving, placed] = await Promise.all([readdir(incoming), Array.fromAsync(media.list())])
  return [...arriving.map((name) => join('incoming', name)), ...placed.map(({ name }) => join('media', name))]
}

/** Returns the file at an image's address, in the folder or in the store. */
export async function fileAt({ media }: TestApp, url: string): Promise<Buffer> {
  const file = await media.open(url.slice('/media/'.length))
  if (!file) throw new Error(`There is no ${url}.`)
  return buffer(file.stream)
}

/** Returns all image files after a sweep of unused ones. A failed upload may leave unused files, but no incoming ones. */
export async function filesOfImages(app: TestApp): Promise<string[]> {
  await sweep(app.db, await mediaFor(app.config), Number.POSITIVE_INFINITY)
  return storedFiles(app)
}

/** Deletes the file at an image's address, or replaces its bytes, as a faulty disk or store would. */
export async function spoil(app: TestApp, url: string, bytes?: Uint8Array): Promise<void> {
  const [media, name] = [await mediaFor(app.config), url.slice('/media/'.length)]
  for (const at of [media, app.copies]) {
    if (bytes && at === media) await at.put(name, bytes)
    else await at?.remove({ name, bytes: 0, putAt: Number.POSITIVE_INFINITY })
  }
}

/** Waits until `isTrue`, for work that continues after an answer. Throws after `longest` milliseconds, by default 5 seconds. */
export async function eventually(isTrue: () => Promise<boolean> | boolean, longest = 20_000): Promise<void> {
  for (const start = Date.now(); !(await isTrue()); ) {
    if (Date.now() - start > longest) throw new Error(`It did not happen within ${longest / 1000} seconds.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
