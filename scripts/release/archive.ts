import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import type { File } from './contents.ts'

/** The metadata of every file is fixed, so that a second build produces the same bytes. */
const always = { type: 'file', mtime: new Date('2000-01-01T00:00:00Z'), uid: 0, gid: 0, uname: 'root', gname: 'root' } as const

/** Writes `files` in order, below the folder `top`, into a compressed tar file at `path`. Returns its SHA-256. */
export async function writeArchive(path: string, top: string, files: File[]): Promise<string> {
  const { readable, controller } = createTarPacker()
  // The cast is needed because Node's types declare a ReadableStream of their own. Node's gzip header contains no time.
  const written = pipeline(Readable.fromWeb(readable as never), createGzip(), createWriteStream(path))
  for (const file of files) {
    const { content, size } = 'text' in file ? inMemory(file.text) : onDisk(file.from)
    const mode = file.name.startsWith('bin/') && !file.name.includes('.') ? 0o755 : 0o644
    const entry = controller.add({ ...always, name: `${top}/${file.name}`, size, mode }).getWriter()
    for await (const chunk of content) await entry.write(chunk)
    await entry.close()
  }
  controller.finalize()
  await written
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

type Content = { content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>; size: number }

function inMemory(text: string): Content {
  const content = Buffer.from(text)
  return { content: [content], size: content.length }
}

const onDisk = (path: string): Content => ({ content: createReadStream(path), size: statSync(path).size })
