import { randomUUID } from 'node:crypto'
import { type StoreAddress, storeAddress } from '#server/store-address.ts'

/** What the product is told of an S3 server: `MEDIA_URL` of a bucket that is there, and its keys. */
export type TestStore = { MEDIA_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }

/** A place of its own in the store that the test run has started; `undefined` where it has none. */
export function freshStore(): TestStore | undefined {
  if (!process.env.TEST_STORE) return undefined
  const { MEDIA_URL, ...keys } = JSON.parse(process.env.TEST_STORE) as TestStore
  return { MEDIA_URL: MEDIA_URL.replace('?', `/${randomUUID()}?`), ...keys }
}

/** The same for tests that make no sense without one. */
export function someStore(): { settings: TestStore; address: StoreAddress } {
  const settings = freshStore()
  if (!settings) throw new Error('These tests need an S3 server: npm test -- store runs them with one.')
  return { settings, address: storeAddress(settings.MEDIA_URL, settings) }
}
