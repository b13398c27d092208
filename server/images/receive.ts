import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import type { FastifyMultipartBaseOptions, Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { uploadLimits } from '#contract/images.ts'
import { HttpError } from '#server/errors.ts'
import { displayName } from './display-name.ts'
import { refusals } from './refusals.ts'

/** A completely received file at `path`. `hash` is the SHA-256 of its bytes in hex. */
export type ReceivedFile = { name: string; path: string; hash: string; bytes: number }
/** The result for one file of a request: the file, or its failure (a `FileRefusal`, or the disk's error). */
export type ReceivedPart = ReceivedFile | { name: string; failure: unknown }

/** Options for @fastify/multipart. They don't limit the number of files: each surplus file is refused by itself, up to the number of parts. */
export const multipartOptions: FastifyMultipartBaseOptions = {
  limits: { fileSize: uploadLimits.bytesPerFile, parts: 1000, fields: 100, fieldSize: 1024, headerPairs: 20 },
  throwFileSizeLimit: false,
}

/**
 * Streams the files of a multipart request into `folder`, one after the other in the order sent. The caller removes the yielded files.
 * Throws a `HttpError` if the body isn't multipart or breaks off, and the `deadline`'s reason once it has passed.
 */
export async function* receive(
  request: FastifyRequest,
  folder: string,
  deadline: AbortSignal,
): AsyncGenerator<ReceivedPart, void, undefined> {
  if (!request.isMultipart()) throw notMultipart()
  let files = 0
  for await (const part of partsOf(request, deadline)) {
    if (part.type !== 'file') continue
    addAbortSignal(deadline, part.file)
    const name = displayName(part.filename)
    const wanted = part.fieldname === 'images' && files < uploadLimits.filesPerRequest
    const path = wanted ? join(folder, `${randomUUID()}.upload`) : undefined
    const { hash, bytes, failure } = await save(part, path, deadline)
    // A browser sends this for an empty file input.
    const isNothing = !part.filename && bytes === 0 && failure === undefined
    if (part.fieldname === 'images' && !isNothing) files++
    const refusal = failure ?? refusalOf(part, wanted, bytes)
    if (refusal === undefined && path !== undefined) {
      yield { name, path, hash, bytes }
      continue
    }
    if (path !== undefined) await rm(path, { force: true })
    if (!isNothing) yield { name, failure: refusal }
  }
}

export const notMultipart = () =>
  new HttpError(415, 'unsupported_type', 'Send the images as multipart/form-data, each in a field named "images".')

function refusalOf(part: MultipartFile, wanted: boolean, bytes: number) {
  if (part.fieldname !== 'images') return refusals.wrongField()
  if (!wanted) return refusals.tooMany()
  if (part.file.truncated) return refusals.tooLarge()
  return bytes === 0 ? refusals.empty() : undefined
}

/** Yields the parts of the body. When the caller stops early, the rest of the body is read and discarded. */
async function* partsOf(request: FastifyRequest, deadline: AbortSignal): AsyncGenerator<Multipart, void, undefined> {
  deadline.throwIfAborted()
  const over = new Promise<never>((_, reject) => deadline.addEventListener('abort', () => reject(deadline.reason), { once: true }))
  const parts = request.parts()
  try {
    for (;;) {
      const next = await Promise.race([parts.next(), over])
      if (next.done) return
      yield next.value
    }
  } catch (error) {
    throw unreadableBody(error, deadline)
  } finally {
    over.catch(() => {})
    request.raw.unpipe()
    request.raw.resume()
  }
}

/**
 * Writes a part to `path`, or nowhere, and always reads it to its end. Stopping early would silently end the iteration, and lose the files
 * behind it. So the disk's error is returned as `failure`; only the end of the request itself is thrown.
 */
async function save(part: MultipartFile, path: string | undefined, deadline: AbortSignal) {
  const hash = createHash('sha256')
  let bytes = 0
  let failure: unknown
  let file: FileHandle | undefined
  try {
    file = path === undefined ? undefined : await open(path, 'wx')
  } catch (error) {
    failure = error
  }
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      bytes += chunk.length
      hash.update(chunk)
      if (file && failure === undefined) {
        failure = await file.appendFile(chunk).catch((error: unknown) => error)
      }
    }
  } catch (error) {
    if (path !== undefined) await rm(path, { force: true })
    throw unreadableBody(error, deadline)
  } finally {
    await file?.close()
  }
  return { hash: hash.digest('hex'), bytes, failure }
}

function unreadableBody(error: unknown, deadline: AbortSignal): unknown {
  if (error instanceof HttpError) return error
  if (deadline.aborted) return deadline.reason
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown }
  // Names such as `__proto__` and `constructor` are refused, because they would change an object's prototype.
  if (code === 'FST_PROTO_VIOLATION')
    return new HttpError(400, 'malformed', 'The upload uses a reserved field name. Name the field "images".')
  const isLimit = statusCode === 413
  return isLimit
    ? new HttpError(
        413,
        'too_large',
        `This request has too many parts. At most ${uploadLimits.filesPerRequest} files can be uploaded at once.`,
      )
    : new HttpError(400, 'malformed', 'The upload was interrupted, or the body is not valid multipart/form-data.')
}
