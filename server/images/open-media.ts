import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/schema.ts'
import { waitingUpTo, waitUntilAnswered } from '#server/db/wait-until-answered.ts'
import { StoreUnavailable, storeFailure } from '#server/http/store-unavailable.ts'
import { timeouts } from './bucket.ts'
import { bucketMedia, probe } from './bucket-media.ts'
import { incomingFolder, type LocalMedia, localMedia } from './local-media.ts'
import { claimed } from './locked-storage.ts'
import type { Media } from './media.ts'
import { cached } from './media-cache.ts'
import type { StoreAddress } from './store-address.ts'

/** The chain's pictures, and the folders of this machine that belong to them. */
export type Pictures = {
  media: Media
  incoming: string
  /** This machine's copies of a store's files; `undefined` if the pictures are on this machine. */
  copies: LocalMedia | undefined
}

type Settings = Pick<Config, 'dataDir' | 'store' | 'mediaCache'>

/** The wait for a store, in milliseconds. */
const usualTimes = { longest: 60_000, between: 500, each: 5_000 }

/** Opens the pictures for a server, in the data folder or in the configured store. It waits for the store as `reachStore` does. */
export async function openPictures(
  settings: Settings,
  db: Database,
  tell: (sentence: string) => void,
  times = usualTimes,
): Promise<Pictures> {
  const { dataDir, store, mediaCache } = settings
  const incoming = incomingFolder(dataDir)
  if (!store) return { media: await localMedia(dataDir), incoming, copies: undefined }
  await reachStore(store, tell, times)
  await mkdir(incoming, { recursive: true })
  const copies = await localMedia(copiesFolder(dataDir))
  return { media: cached(claimed(bucketMedia(store), db), copies, mediaCache), incoming, copies }
}

/** Returns the pictures without a cache, for commands, which may take longer. Throws `StoreUnavailable` if the store can't be used. */
export const mediaFor = ({ dataDir, store }: Pick<Config, 'dataDir' | 'store'>): Promise<Media> =>
  store ? mediaIn(store) : localMedia(dataDir)

/** Returns the media of a store. Throws `StoreUnavailable` if it can't be used. */
export async function mediaIn(store: StoreAddress): Promise<Media> {
  await probe(store, timeouts.unhurried)
  return bucketMedia(store, timeouts.unhurried)
}

export const copiesFolder = (dataDir: string): string => join(dataDir, 'copies')

/**
 * Waits until the store answers correctly: when both start together, the store may be later, and its keys come from elsewhere.
 * `tell` gets one sentence if there is a wait. Throws `StoreUnavailable` after a minute.
 */
export async function reachStore(
  store: StoreAddress,
  tell: (sentence: string) => void,
  { longest, between, each } = usualTimes,
): Promise<void> {
  await waitUntilAnswered(() => probe(store, each), {
    longest,
    between,
    mayPass: (error) => error instanceof StoreUnavailable,
    onWait: (error) => tell(`${waitingUpTo(longest)} for the image store: ${storeFailure(error as StoreUnavailable)}`),
  })
}
