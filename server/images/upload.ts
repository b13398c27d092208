import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import type { RefusedFile, UploadOutcome } from '#contract/images.ts'
import { imageAddress, imageFile } from '#contract/pictures.ts'
import type { Person } from '#contract/session.ts'
import { isStorageFull } from '#server/db/errors.ts'
import { HttpError, invalid, storageFull, storeUnavailable, tooLate } from '#server/errors.ts'
import type { RequestContext } from '#server/http/serve.ts'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import { digestsOf } from './digests.ts'
import type { Media } from './media.ts'
import { type ReceivedFile, type ReceivedPart, receive } from './receive.ts'
import { recognise } from './recognise.ts'
import { FileRefusal, refusals } from './refusals.ts'
import type { Rendition } from './render.ts'
import type { Renderer } from './renderer.ts'
import { type NewImage, recordImages } from './repository.ts'

/** A file whose renditions are in place. */
type Prepared = { image: NewImage; note?: string }

const firstFrameOnly = 'This file is animated. Only the first frame that is not blank was kept.'

/** In milliseconds after the first byte: no rendering starts later, so that finished ones are recorded before the deadline. */
const usualRenderingTime = 20_000

/**
 * Handles uploads: each file is streamed to disk, checked, rendered and put in place while the next one arrives. The successful
 * files are then recorded together. Returns the result of each file in the order sent, or throws a `HttpError` if none was stored.
 * Unrecorded files stay in place until the sweep, because another server may be recording them. `tell` is called for each file with
 * its outcome: stored, or the code of the refusal.
 */
export function uploads(
  media: Media,
  incoming: string,
  renderer: Renderer,
  renderingTime = usualRenderingTime,
  tell: (outcome: string) => void = () => {},
) {
  async function prepare(file: ReceivedFile, inTime: AbortSignal): Promise<Prepared> {
    const { name, path, hash, bytes } = file
    const recognised = await recognise(path, bytes)
    if ('truncated' in recognised) throw refusals.unreadable()
    if ('other' in recognised) throw refusals.otherKind(recognised.other)
    // Known bytes are rendered too: uploading a lost or damaged image again restores it.
    const { renditions, isAnimated } = await renderer.render(path, inTime)
    const { width, height } = await putAll(media, hash, renditions)
    const image = { name, hash, bytes, url: imageAddress(imageFile(hash, width)), width, height, digests: digestsOf(renditions) }
    return { image, ...(isAnimated && { note: firstFrameOnly }) }
  }

  /** Prepares one file. Returns a refusal instead of throwing if the problem concerns this file alone. */
  async function take(part: ReceivedPart, inTime: AbortSignal, { id: requestId, log }: FastifyRequest): Promise<Prepared | RefusedFile> {
    try {
      if ('failure' in part) throw part.failure
      return await prepare(part, inTime)
    } catch (error) {
      if (error instanceof StoreUnavailable) log.error({ requestId, err: error }, 'could not store an image')
      const { message, code } = refusalFor(error, inTime)
      tell(code)
      return { name: part.name, error: message, code }
    } finally {
      if ('path' in part) await rm(part.path, { force: true })
    }
  }

  return async function upload({
    request,
    caller,
    deadline,
    transactAsCaller,
  }: RequestContext & { caller: Person }): Promise<UploadOutcome[]> {
    const inTime = AbortSignal.any([deadline.signal, AbortSignal.timeout(renderingTime)])
    const work: Promise<Prepared | RefusedFile>[] = []
    renderer.warmUp()
    try {
      for await (const part of receive(request, incoming, deadline.signal)) {
        const taken = take(part, inTime, request)
        // The promise is awaited below, where it throws; until then this handler prevents an unhandled rejection.
        taken.catch(() => {})
        work.push(taken)
      }
      const taken = await Promise.all(work)
      const prepared = taken.filter((each) => 'image' in each)
      if (prepared.length === 0) throw nothingStored(taken.filter((each) => 'error' in each))
      const recorded = await recordImages(
        transactAsCaller,
        prepared.map(({ image }) => image),
        caller,
      )
      for (const _ of recorded) tell('stored')
      const images = recorded.values()
      return taken.flatMap((each) => {
        if ('error' in each) return each
        const image = images.next().value
        return image ? { ...image, ...(each.note !== undefined && { note: each.note }) } : []
      })
    } finally {
      await Promise.allSettled(work)
    }
  }
}

/** Puts all files at once, because a disk syncs them together. Returns the size of the largest rendition, which is the last. */
async function putAll(media: Media, hash: string, renditions: Rendition[]): Promise<{ width: number; height: number }> {
  const puts = await Promise.allSettled(renditions.map(({ width, content }) => media.put(imageFile(hash, width), content)))
  for (const put of puts) if (put.status === 'rejected') throw put.reason
  const { width = 0, height = 0 } = renditions.at(-1) ?? {}
  return { width, height }
}

function refusalFor(error: unknown, inTime: AbortSignal): FileRefusal {
  if (error instanceof FileRefusal) return error
  if (isStorageFull(error)) return refusals.storageFull()
  if (error instanceof StoreUnavailable) return refusals.storeUnavailable()
  if (inTime.aborted && error === inTime.reason) return refusals.notInTime()
  throw error
}

function nothingStored(files: RefusedFile[]): HttpError {
  const [first] = files
  if (!first) return invalid({ images: 'Choose at least one image.' })
  const has = (code: string) => files.some((file) => file.code === code)
  const { status, code, message, details } = has('storage_full')
    ? storageFull()
    : has('store_unavailable')
      ? storeUnavailable()
      : has('timeout')
        ? tooLate()
        : new HttpError(422, first.code, first.error)
  return new HttpError(status, code, message, { ...details, files })
}
