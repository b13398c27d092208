import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needStore } from '#scripts/checks/store.ts'
import type { StartedStore } from './store.ts'
import { startSwift } from './swift.ts'

/** Starts a real S3 server on a free port, with all its data in a temporary folder, until it is disposed of. */
export async function startStore(): Promise<AsyncDisposable & { settings: StartedStore }> {
  const program = await needStore()
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-store-'))
  const { stop, ...settings } = await (program.kind === 'swift' ? startSwift(folder) : startS3rver(program.file, folder))
  return { settings, [Symbol.asyncDispose]: () => stop().finally(() => rm(folder, { recursive: true, force: true })) }
}

/** The server encrypts its list tokens with a cipher that OpenSSL considers legacy. */
const flag = '--openssl-legacy-provider'
const program = `
const [file, directory] = process.argv.slice(1)
const server = new (require(file))({ port: 0, address: '127.0.0.1', silent: true, vhostBuckets: false, directory })
server.run().then(({ port }) => console.log(port))
`

async function startS3rver(file: string, folder: string): Promise<StartedStore & { stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [flag, '-e', program, file, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const endpoint = `http://127.0.0.1:${port.toString().trim()}`
  return { endpoint, AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', stop }
}
