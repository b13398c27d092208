import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Image, RefusedFile } from '#contract/images.ts'
import { mediaFor } from '#server/images/open-media.ts'
import { sweep } from '#server/images/sweep.ts'
import type { TestApp, Who } from '#testing/app.ts'

/** What the tests of this folder upload, and how. */
export type Sample = { name: string; bytes: Uint8Array; field?: string }

let made = 0

/** A picture of one colour, by default different bytes each time. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif',
  { width = 400, height = 300, colour = made++ } = {},
): Promise<Buffer> {
  // Far enough apart that JPEG keeps them apart.
  const background = { r: (colour * 47) % 256, g: (colour * 89) % 256, b: 77 }
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format, format === 'avif' ? { effort: 0 } : {})
    .toBuffer()
}

/** A valid PNG of 1 bit a pixel, all black: small as a file, however large as a picture. */
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

/** The body of a browser's upload, with its content type. */
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

/** Stores one picture and answers its image. */
export async function stored(app: TestApp, bytes: Uint8Array, name = 'poster.png'): Promise<Image> {
  const { status, body } = await upload(app, [{ name, bytes }])
  if (status !== 201 || !body[0]?._id) throw new Error(`The upload was refused: ${JSON.stringify(body)}`)
  return body[0]
}

/** Every file under the data folder that belongs to images, relative to it. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const found = await Promise.all(
    ['media', 'incoming'].map((folder) => readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })),
  )
  return found
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
}

/** The same, where pictures may be in a store as well: those on their way in the data folder, and those in place, as `media/<hash>/<width>.webp`. */
export async function storedFiles({ media, incoming }: TestApp): Promise<string[]> {
  const [arriving, placed] = await Promise.all([readdir(incoming), Array.fromAsync(media.list())])
  return [...arriving.map((name) => join('incoming', name)), ...placed.map(({ name }) => join('media', name))]
}

/** The file at an image's address, wherever the pictures are. */
export async function fileAt({ media }: TestApp, url: string): Promise<Buffer> {
  const file = await media.open(url.slice('/media/'.length))
  if (!file) throw new Error(`There is no ${url}.`)
  return buffer(file.stream)
}

/** Every file that is left when what no image names has been swept away: an upload that failed may leave such files, but none on its way. */
export async function filesOfImages(app: TestApp): Promise<string[]> {
  await sweep(app.db, await mediaFor(app.config), Number.POSITIVE_INFINITY)
  return storedFiles(app)
}

/** As a disk or a store loses the file at an image's address, or has other bytes in its place. */
export async function spoil(app: TestApp, url: string, bytes?: Uint8Array): Promise<void> {
  const [media, name] = [await mediaFor(app.config), url.slice('/media/'.length)]
  for (const at of [media, app.copies]) {
    if (bytes && at === media) await at.put(name, bytes)
    else await at?.remove({ name, bytes: 0, putAt: Number.POSITIVE_INFINITY })
  }
}

/** Waits until `isTrue`, for what goes on after an answer; throws after 5 seconds, or as many milliseconds as given. */
export async function eventually(isTrue: () => Promise<boolean> | boolean, longest = 5_000): Promise<void> {
  for (const start = Date.now(); !(await isTrue()); ) {
    if (Date.now() - start > longest) throw new Error(`It did not happen within ${longest / 1000} seconds.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
