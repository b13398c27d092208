import { images, type StoredImage, type UploadOutcome } from '#contract/images.ts'
import { timeLimits } from '#contract/time-limits.ts'
import { clearPrefetches } from '#web/router/prefetch.ts'
import { ApiError, refuse, unreachable, withEachToken } from './call.ts'
import { type Caller, whileItLasts } from './caller.ts'

/**
 * Sends one file and reports its progress from 0 to 1. XMLHttpRequest, because fetch reports no upload progress. Throws `ApiError`; never
 * settles when the session has ended.
 */
export function upload(file: File, onProgress: (share: number) => void, caller: Caller | undefined): Promise<StoredImage> {
  return whileItLasts(caller?.signal, () => withEachToken(caller, () => send(file, onProgress, caller)))
}

async function send(file: File, onProgress: (share: number) => void, caller: Caller | undefined): Promise<StoredImage> {
  const token = caller?.token
  const request = new XMLHttpRequest()
  request.open(images.upload.method, images.upload.path)
  request.responseType = 'json'
  request.timeout = timeLimits.images.browser
  request.setRequestHeader('accept', 'application/json')
  if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  caller?.signal.addEventListener('abort', () => request.abort())

  const body = new FormData()
  body.append('images', file)
  await new Promise<void>((resolve, reject) => {
    request.onload = () => resolve()
    request.onerror = () => reject(unreachable('The connection was lost.'))
    request.onabort = request.onerror
    request.ontimeout = () => reject(unreachable('The server took too long to respond.'))
    request.send(body)
  })
  clearPrefetches()
  if (request.status !== images.upload.status) return refuse(request.status, request.response, caller, token)
  return read(request)
}

function read(request: XMLHttpRequest): StoredImage {
  const [outcome] = request.response as UploadOutcome[]
  if (!outcome) throw unreachable("The server didn't return a result for this file.")
  if ('error' in outcome) throw new ApiError(422, outcome)
  return outcome
}
