import { randomUUID } from 'node:crypto'
import { askBucket } from '#server/images/bucket.ts'
import { type StoreAddress, storeAddress } from '#server/images/store-address.ts'

/** The settings of an S3 server: the `MEDIA_URL` of an existing bucket, and the keys. */
export type TestStore = { MEDIA_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }

/** Returns a place in a new bucket of the test run's store (`TEST_STORE`: its endpoint and keys); `undefined` without a store. */
export async function freshStore(): Promise<TestStore | undefined> {
  if (!process.env.TEST_STORE) return undefined
  const { endpoint, ...keys } = JSON.parse(process.env.TEST_STORE) as StartedStore
  const settings = { MEDIA_URL: `s3://test-${randomUUID()}/chain?endpoint=${endpoint}`, ...keys }
  const made = await askBucket(storeAddress(settings.MEDIA_URL, settings), 10_000)('PUT', '')
  await made?.arrayBuffer()
  return settings
}

export type StartedStore = Omit<TestStore, 'MEDIA_URL'> & { endpoint: string }

/** Like `freshStore`, for tests that need a store. Throws without one. */
export async function someStore(): Promise<{ settings: TestStore; address: StoreAddress }> {
  const settings = await freshStore()
  if (!settings) throw new Error('These tests need an S3 server: npm test -- store, or cluster, runs them with one.')
  return { settings, address: storeAddress(settings.MEDIA_URL, settings) }
}
