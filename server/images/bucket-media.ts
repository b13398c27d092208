import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { imageFileName } from '#contract/pictures.ts'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import { type Ask, askBucket, elementIn, reasonOf, timeouts } from './bucket.ts'
import { DamagedObject, type Media, requireFileName, type StoredFile } from './media.ts'
import type { StoreAddress } from './store-address.ts'

/** Tells the SHA-256 of what was put, so that whoever reads it knows whether all of it came. */
const digestHeader = 'x-amz-meta-sha256'

/**
 * Media in an S3 store. It can't remove a file only as it was listed, so `remove` is not for files that somebody may be putting: `claimed`
 * makes it so. `timeLimit` in milliseconds, for each request; `pageSize` is how many files a list asks for at a time.
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

/** Waits for one answer of the bucket. Throws `StoreUnavailable`, also where something else than an S3 store answers. */
export async function probe(address: StoreAddress, timeLimit: number): Promise<void> {
  await page(askBucket(address, timeLimit), { prefix: address.prefix, 'max-keys': '1' })
}

/** The bytes of an answer, or `StoreUnavailable` where they aren't those that were put. */
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
  if (wanted !== null && wanted !== digest.digest('hex')) throw new DamagedObject(`GET ${name}`, `${bytes} bytes that are not what was put`)
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
  // It stands in front: a list that was cut short has it as well, but not its end.
  if (!/<\/ListBucketResult>\s*$/.test(text)) throw new StoreUnavailable('the list of the bucket', 'no whole list of an S3 store')
  return text
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text that stands in a document of XML. */
function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hexadecimal, name) =>
    name ? (entities[name] ?? all) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)),
  )
}
