import { type Image, images, type UploadOutcome } from '#contract/images.ts'
import { ApiError, currentToken, patience, refuse, unreachable } from './call.ts'

export type Uploaded = {
  image: Image
  /** The same picture was in the gallery before. */
  wasThere: boolean
}

/** Sends one file and reports its progress from 0 to 1. XMLHttpRequest, because fetch can't tell how far an upload has come. Throws `ApiError`. */
export function upload(file: File, onProgress: (share: number) => void): Promise<Uploaded> {
  const token = currentToken()
  const request = new XMLHttpRequest()
  request.open(images.upload.method, images.upload.path)
  request.responseType = 'json'
  request.timeout = patience.images
  request.setRequestHeader('accept', 'application/json')
  if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)

  const body = new FormData()
  body.append('images', file)
  return new Promise<void>((resolve, reject) => {
    request.onload = () => resolve()
    request.onerror = () => reject(unreachable('The connection was cut off.'))
    request.onabort = request.onerror
    request.ontimeout = () => reject(unreachable('The server took too long.'))
    request.send(body)
  }).then(() => read(request, token))
}

function read(request: XMLHttpRequest, token: string | null): Uploaded {
  if (request.status !== images.upload.status) refuse(request.status, request.response, token)
  const [outcome] = request.response as UploadOutcome[]
  if (!outcome || 'error' in outcome) throw new ApiError(422, outcome)
  return { image: outcome, wasThere: isOlder(outcome, request.getResponseHeader('date')) }
}

/** Whether the image was last changed before this request can have begun; both times are the server's. */
function isOlder(image: Image, answeredAt: string | null) {
  return answeredAt !== null && Date.parse(answeredAt) - Date.parse(image.updatedAt) > patience.images
}
