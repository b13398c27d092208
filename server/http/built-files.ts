import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, endings } from './encodings.ts'
import { isKnown } from './etag.ts'

/** A file as it is sent. */
type Read = { content: Buffer; etag: string }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/**
 * The files that were built into `folder`, but for the page itself: which there are is read now, each file when it is first asked for, and then
 * kept, a megabyte or two in all. Answers what sends the one at the request's address, compressed where the build wrote that beside it and the
 * caller takes it, and then says whether there is one.
 */
export async function builtFiles(folder: string) {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const addresses = new Set(names.map((name) => `/${name.replaceAll(sep, '/')}`).filter(isFile))
  const kept = new Map<string, Promise<Read>>()
  const read = (address: string): Promise<Read> => {
    const reading = kept.get(address) ?? readFile(join(folder, address)).then(tagged)
    kept.set(address, reading)
    reading.catch(() => kept.delete(address))
    return reading
  }

  return async function send(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const address = request.url.split('?')[0] ?? ''
    if (!addresses.has(address) || /\.(?:br|gz)$/.test(address)) return false
    const encoding = encodingFor(request.headers['accept-encoding'], (each) => addresses.has(address + endings[each]))
    const { content, etag } = await read(encoding ? address + endings[encoding] : address)
    // Vite puts a hash of the content into the names under assets/.
    const isLasting = address.startsWith('/assets/')
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': isLasting ? 'public, max-age=31536000, immutable' : 'no-cache' })
    if (isKnown(request.headers['if-none-match'], etag)) reply.code(304).send()
    else {
      if (encoding) reply.header('content-encoding', encoding)
      reply.type(types[extname(address)] ?? 'application/octet-stream').send(content)
    }
    return true
  }
}

const isFile = (address: string) => extname(address) !== '' && !/^\/(?:index\.html|\.)/.test(address)

const tagged = (content: Buffer): Read => ({
  content,
  etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
})
