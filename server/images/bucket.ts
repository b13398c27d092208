import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import type { StoreAddress } from './store-address.ts'

/** In milliseconds, for a request with all its attempts and the whole of its answer. */
export const timeouts = {
  /** Whoever waits for a server gives up after 10 seconds. */
  usual: 7_000,
  /** Commands may work over a slow line. */
  unhurried: 60_000,
}

const mostAttempts = 3
/** In milliseconds; twice as long from one attempt to the next. */
const firstPause = 100

type Request = { query?: Record<string, string>; headers?: Record<string, string>; body?: Uint8Array; signal?: AbortSignal | undefined }

/** Asks for one name in the bucket, `''` for the bucket itself. Answers what came, or `undefined` where there is no such object. */
export type Ask = (method: 'GET' | 'PUT' | 'DELETE', name: string, request?: Request) => Promise<Response | undefined>

/** Asks a store as S3 describes it. What passes (no connection, `SlowDown`) is tried again; else, or when the time is over, it throws `StoreUnavailable`. */
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
      // A signature holds for one host.
      redirect: 'manual',
      ...(headers && { headers }),
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    })
    // Or something on the way may compress it, and its length would be another one. Signed, it would break where something changes it.
    request.headers.set('accept-encoding', 'identity')
    // Not as a part of the request: fetch copies that, and once the copied one is garbage its signal ends nothing (https://github.com/nodejs/undici/issues/4068).
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

/** Why a request came to nothing, for the log and for `startFailure`. */
export function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } }
  return name === 'TimeoutError' || name === 'AbortError' ? 'no answer in time' : String(cause?.code ?? cause ?? error)
}

/** An answer that refuses says why in a small document: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
async function codeOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '')
  return elementIn(text, 'Code') ?? `status ${answer.status}`
}

/** What stands in the first element of that name, where nothing but text does. */
export function elementIn(document: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(document)?.[1]
}
