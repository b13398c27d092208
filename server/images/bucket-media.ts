import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { imageFileName } from '#contract/pictures.ts'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import { type Ask, askBucket, elementIn, reasonOf, timeouts } from './bucket.ts'
import { DamagedObject, type Media, requireFileName, type StoredFile } from './media.ts'
import type { StoreAddress } from './store-address.ts'

/** The header with the SHA-256 of the stored file, by which a reader knows whether all of it arrived. */
const digestHeader = 'x-amz-meta-sha256'

/**
 * Returns media in an S3 store. S3 has no conditional removal, so `remove` is not for files that may be put at the same time: `claimed`
 * adds that safety. `timeLimit` in milliseconds, for each request; `pageSize` is how many files a list requests at a time.
 */
export function bucketMedia(address: StoreAddress, timeLimit: number = timeouts.usual, pageSize = 1_000): Media {
  const ask = askBucket(address, timeLimit)
  return {
    async put(name, content) {
      const sha256 = hash('sha256', content)
      const headers = { 'content-type': 'image/webp', 'x-amz-content-sha256': sha256, [digestHeader]: sha256 }
      const stored = await ask('PUT', requireFileName(name), { headers, body: content })
      await stored?.arrayBuffer()
    },

    async open(name, signal) {
      if (!imageFileName.test(name)) return undefined
      const found = await ask('GET', name, { signal })
      if (!found) return undefined
      const size = Number(found.headers.get('content-length') ?? Number.NaN)
      if (Number.isNaN(size)) throw new StoreUnavailable(`GET ${name}`, 'no length')
      const stream = Readable.from(whole(name, size, found), { objectMode: false })
      return { stream, size }
    },

    list: (hash = '') => listed(ask, address.prefix, hash && `${hash}/`, pageSize),

    async remove({ name }) {
      const removed = await ask('DELETE', requireFileName(name))
      await removed?.arrayBuffer()
    },
  }
}

/** Waits for one answer of the bucket. Throws `StoreUnavailable`, also if the answer isn't from an S3 store. */
export async function probe(address: StoreAddress, timeLimit: number): Promise<void> {
  await page(askBucket(address, timeLimit), { prefix: address.prefix, 'max-keys': '1' })
}

/** Yields the bytes of an answer. Throws `StoreUnavailable` if they differ from the stored ones. */
async function* whole(name: string, size: number, answer: Response): AsyncGenerator<Uint8Array> {
  const wanted = answer.headers.get(digestHeader)
  const digest = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength
      digest.update(chunk)
      yield chunk
    }
  } catch (cause) {
    throw new StoreUnavailable(`GET ${name}`, `${reasonOf(cause)} after ${bytes} of ${size} bytes`, { cause })
  }
  if (wanted !== null && wanted !== digest.digest('hex'))
    throw new DamagedObject(`GET ${name}`, `${bytes} bytes that differ from the uploaded ones`)
}

async function* listed(ask: Ask, prefix: string, below: string, pageSize: number): AsyncGenerator<StoredFile> {
  for (let next: Record<string, string> | undefined = {}; next; ) {
    const text = await page(ask, { prefix: prefix + below, 'max-keys': String(pageSize), ...next })
    for (const [, object = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const name = elementIn(object, 'Key')?.slice(prefix.length) ?? ''
      const putAt = Date.parse(elementIn(object, 'LastModified') ?? '')
      if (imageFileName.test(name)) yield { name, bytes: Number(elementIn(object, 'Size')), putAt }
    }
    const token = elementIn(text, 'NextContinuationToken')
    next = token === undefined ? undefined : { 'continuation-token': unescaped(token) }
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
async function page(ask: Ask, query: Record<string, string>): Promise<string> {
  const answer = await ask('GET', '', { query: { 'list-type': '2', ...query } })
  const text =
    (await answer?.text().catch((cause: unknown) => {
      throw new StoreUnavailable('the list of the bucket', reasonOf(cause), { cause })
    })) ?? ''
  // The closing tag is checked: a truncated list has the opening tag as well.
  if (!/<\/ListBucketResult>\s*$/.test(text)) throw new StoreUnavailable('the list of the bucket', 'an incomplete list')
  return text
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the text of an XML document with its entities decoded. */
function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hexadecimal, name) =>
    name ? (entities[name] ?? all) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)),
  )
}
