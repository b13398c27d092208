import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needStore } from '#scripts/checks/store.ts'
import { askBucket } from '#server/images/bucket.ts'
import { storeAddress } from '#server/store-address.ts'
import type { TestStore } from './store.ts'
import { startSwift, swiftKeys } from './swift.ts'

/** Starts a real S3 server on a free port, with one bucket in a temporary folder, until it is disposed of. */
export async function startStore(): Promise<AsyncDisposable & { settings: TestStore }> {
  const program = await needStore()
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-store-'))
  const { endpoint, stop, keys } =
    program.kind === 'swift' ? { ...(await startSwift(folder)), keys: swiftKeys } : await startS3rver(program.file, folder)
  const settings = {
    MEDIA_URL: `s3://pictures?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  }
  await askBucket(storeAddress(settings.MEDIA_URL, settings), 10_000)('PUT', '')
  return { settings, [Symbol.asyncDispose]: () => stop().finally(() => rm(folder, { recursive: true, force: true })) }
}

type S3rver = new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> }

async function startS3rver(file: string, directory: string) {
  const Server = createRequire(import.meta.url)(file) as S3rver
  const server = new Server({ port: 0, address: '127.0.0.1', silent: true, vhostBuckets: false, directory })
  const { port } = await server.run()
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close(), keys }
}
