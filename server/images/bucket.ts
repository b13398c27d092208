import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import type { StoreAddress } from './store-address.ts'

/** Time limits in milliseconds, for a request with all its attempts and its whole answer. */
export const timeouts = {
  /** Callers of a server give up after 10 seconds. */
  usual: 7_000,
  /** Commands may work over a slow line. */
  unhurried: 60_000,
}

const mostAttempts = 3
/** The first pause between attempts, in milliseconds; each later pause is twice as long. */
const firstPause = 100

type Request = { query?: Record<string, string>; headers?: Record<string, string>; body?: Uint8Array; signal?: AbortSignal | undefined }

/** Requests one name in the bucket, `''` for the bucket itself. Returns the answer, or `undefined` if no such object exists. */
export type Ask = (method: 'GET' | 'PUT' | 'DELETE', name: string, request?: Request) => Promise<Response | undefined>

/**
 * Returns a client for an S3 store. It retries temporary faults (no connection, `SlowDown`). For other faults, or after `timeLimit`
 * milliseconds, it throws `StoreUnavailable`.
 */
export function askBucket(address: StoreAddress, timeLimit: number): Ask {
  const client = new AwsClient({
    accessKeyId: address.accessKeyId,
    secretAccessKey: address.secretAccessKey,
    region: address.region,
    service: 's3',
    ...(address.sessionToken !== undefined && { sessionToken: address.sessionToken }),
  })

  async function send(method: string, url: URL, { headers, body }: Request, signal: AbortSignal): Promise<Response> {
    const request = await client.sign(url, {
      method,
      // A signature is valid for one host only.
      redirect: 'manual',
      ...(headers && { headers }),
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    })
    // Otherwise an intermediary may compress the answer, which changes its length. The header is unsigned: a signed one would break
    // the signature if an intermediary changes it.
    request.headers.set('accept-encoding', 'identity')
    // The signal isn't part of the request: fetch copies the request, and once the copied one is garbage-collected its signal ends
    // nothing (https://github.com/nodejs/undici/issues/4068).
    return fetch(request, { signal })
  }

  return async function ask(method, name, request = {}) {
    const url = new URL(name === '' ? address.bucket : `${address.bucket}/${address.prefix}${name}`)
    for (const [key, value] of Object.entries(request.query ?? {})) url.searchParams.set(key, value)
    const signal = AbortSignal.any([AbortSignal.timeout(timeLimit), ...(request.signal ? [request.signal] : [])])
    const asked = `${method} ${url.pathname}`
    for (let attempt = 1; ; attempt++) {
      const answer = await send(method, url, request, signal).catch(
        (cause: unknown) => new StoreUnavailable(asked, reasonOf(cause), { cause }),
      )
      if (answer instanceof Response && answer.ok) return answer
      const failure = answer instanceof Response ? new StoreUnavailable(asked, await codeOf(answer)) : answer
      if (failure.reason === 'NoSuchKey' && method !== 'PUT') return undefined
      const mayPass = !(answer instanceof Response) || answer.status >= 500 || answer.status === 429
      if (!mayPass || attempt === mostAttempts || signal.aborted) throw failure
      await pause(firstPause * 2 ** (attempt - 1), undefined, { signal }).catch(() => {})
    }
  }
}

/** Returns why a request failed, for the log and for `startFailure`. */
export function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } }
  return name === 'TimeoutError' || name === 'AbortError' ? 'no response in time' : String(cause?.code ?? cause ?? error)
}

/** Returns the error code in a refusal's document: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
async function codeOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '')
  return elementIn(text, 'Code') ?? `status ${answer.status}`
}

/** Returns the text of the first element with that name that contains only text. */
export function elementIn(document: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(document)?.[1]
}
