import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createDatabase } from '#testing/app.ts'
import { smallDisk } from '#testing/faulty-disk.ts'
import { eventually, multipartBody, picture } from '#testing/pictures.ts'
import { startPostgres, type TestPostgres } from '#testing/postgres.ts'
import { processes, type Running, signIn, stop } from '#testing/process.ts'
import { examine } from './examine.ts'

const { start, folder: dataDir, end } = await processes()
let folder: string
let postgres: TestPostgres
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebox-backups-'))
  postgres = await startPostgres()
  const server = await start()
  await fill(server, 20)
  await stop(server)
})
after(async () => {
  await end()
  await postgres[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** How often each is killed; more of it: `ROUNDS=50`. */
const rounds = Number(process.env.ROUNDS ?? 2)

const cli = join(import.meta.dirname, '..', 'commands', 'backup.ts')
type Place = { DATA_DIR: string; DATABASE_URL?: string; BACKUP_DIR?: string }
const environment = (place: Place) => ({ ...process.env, DATABASE_URL: '', ...place })

/** Runs a command to its end. Returns its output and its exit code. */
const run = (place: Place, ...words: string[]) => runProgram(cli, place, ...words)

async function runProgram(program: string, place: Place, ...words: string[]): Promise<{ code: number; told: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env: environment(place) })
    return { code: 0, told: stdout.trim() }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, told: (stdout + stderr).trim() }
  }
}

async function fill({ url }: Running, films: number): Promise<void> {
  const headers = await signIn(url)
  const { body, type } = await multipartBody([{ name: 'poster.png', bytes: await picture('png') }])
  const uploaded = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body: new Uint8Array(body),
  })
  const [image] = (await uploaded.json()) as [{ url: string }]
  for (let made = 0; made < films; made++) await addFilm(url, headers, `Film ${made}`, image.url)
}

async function addFilm(url: string, headers: Record<string, string>, title: string, image = ''): Promise<void> {
  const film = { title, genre: 'Drama', image, description: 'x', trailerUrl: 'https://example.org' }
  const { status } = await fetch(`${url}/api/movies`, { method: 'POST', headers, body: JSON.stringify(film) })
  assert.equal(status, 201)
}

test('a chain moves from SQLite to PostgreSQL and back while it runs, and loses nothing', async () => {
  const server = await start()
  const headers = await signIn(server.url)
  let [writing, written] = [true, 0]
  const writer = (async () => {
    while (writing) await addFilm(server.url, headers, `Meanwhile ${written++}`)
  })()
  const paths = ['one', 'two', 'three'].map((name) => join(folder, `${name}.tar`)) as [string, string, string]
  const [one, two, three] = paths
  const made = await run({ DATA_DIR: dataDir }, 'backup', one)
  assert.deepEqual([made.code, made.told.startsWith('Saved ')], [0, true], made.told)
  writing = false
  await writer
  assert.ok(written > 0)
  await stop(server)
  const there = { DATA_DIR: join(folder, 'there'), DATABASE_URL: await createDatabase(postgres.url) }
  const back = { DATA_DIR: join(folder, 'back') }
  for (const [place, from, to] of [
    [there, one, two],
    [back, two, three],
  ] as const) {
    const restored = await run(place, 'restore', from)
    assert.deepEqual([restored.code, restored.told.startsWith('Restored ')], [0, true], restored.told)
    assert.equal((await run(place, 'backup', to)).code, 0)
    assert.equal((await run(place, 'restore', from)).code, 1, 'there is something now')
  }
  const [first, ...others] = await Promise.all(paths.map(examine))
  assert.ok((first?.tables.movies?.rows ?? 0) >= 20)
  for (const { tables, pictures } of others) assert.deepEqual([tables, pictures], [first?.tables, first?.pictures])
})

for (const kind of ['SQLite', 'PostgreSQL'])
  test(`on ${kind} a backup that is killed leaves no archive, a restore that is killed no database; the next one goes through`, async (t) => {
    const newPlace = async (name: string): Promise<Place> => ({
      DATA_DIR: join(folder, `${kind}-${name}`),
      ...(kind === 'PostgreSQL' && { DATABASE_URL: await createDatabase(postgres.url) }),
    })
    const archive = join(folder, `${kind}.tar`)
    assert.equal((await run({ DATA_DIR: dataDir }, 'backup', archive)).code, 0)
    const whole = await examine(archive)
    const full = await newPlace('full')
    assert.equal((await run(full, 'restore', archive)).code, 0)
    const done = { backup: 0, restore: 0 }
    for (let round = 0; round < rounds; round++) {
      const path = join(folder, `${kind}-${round}.tar`)
      const place = await newPlace(`${round}`)
      await Promise.all([killed(full, 'backup', path), killed(place, 'restore', archive)])
      if (existsSync(path)) {
        await examine(path)
        done.backup++
      }
      const { code, told } = await run(place, 'restore', archive)
      if (code === 1) {
        assert.match(told, /A database already exists|is not empty/)
        done.restore++
      }
      const again = join(folder, `${kind}-${round}-again.tar`)
      assert.equal((await run(place, 'backup', again)).code, 0)
      const { tables, pictures } = await examine(again)
      assert.deepEqual([tables, pictures], [whole.tables, whole.pictures])
    }
    t.diagnostic(`of ${rounds} each, ${done.backup} backups and ${done.restore} restores were done before they were killed`)
  })

test('what a command was told wrongly it says in one sentence; the folder of BACKUP_DIR it makes', async () => {
  // Of two names: a command whose own folder isn't there makes it.
  const [nowhere, no, unmade] = ['nowhere', 'no', 'unmade'].map((name) => join(folder, name)) as [string, string, string]
  const taken = join(folder, 'taken.tar')
  await writeFile(taken, 'the last backup')
  const all = await Promise.all([
    run({ DATA_DIR: dataDir }, 'backup', join(nowhere, 'a.tar')),
    run({ DATA_DIR: no }, 'restore', folder),
    run({ DATA_DIR: no }, 'restore', join(no, 'a.tar')),
    run({ DATA_DIR: no, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'backup', join(folder, 'none.tar')),
    run({ DATA_DIR: dataDir }, 'backup', taken),
  ])
  assert.deepEqual(
    all.map(({ told }) => told),
    [
      `The folder ${nowhere} does not exist.`,
      `${folder} is not a file. Specify the archive: npm run restore -- FILE.`,
      `${join(no, 'a.tar')} does not exist.`,
      'The command failed: the database at DATABASE_URL does not respond (ECONNREFUSED).',
      `${taken} already exists. Choose another file name.`,
    ],
  )
  assert.equal(await readFile(taken, 'utf8'), 'the last backup')
  assert.equal((await run({ DATA_DIR: dataDir, BACKUP_DIR: join(unmade, 'deep') }, 'backup')).code, 0)
  assert.equal((await readdir(join(unmade, 'deep'))).length, 1)
})

test('a picture that can not be read is named by the backup, which is made and ends with 2, and by verify, as are those behind it', async () => {
  const place = { DATA_DIR: join(folder, 'unreadable') }
  const archive = join(folder, 'readable.tar')
  assert.equal((await run({ DATA_DIR: dataDir }, 'backup', archive)).code, 0)
  assert.equal((await run(place, 'restore', archive)).code, 0)
  const server = await start(place)
  await fill(server, 1)
  await stop(server)
  const files = (await readdir(join(place.DATA_DIR, 'media'), { recursive: true })).filter((name) => name.endsWith('.webp')).sort()
  assert.equal(files.length, 4)
  // A folder can be opened and not be read: EISDIR is as good as the EIO of a failing disk.
  for (const name of files) {
    await rm(join(place.DATA_DIR, 'media', name))
    await mkdir(join(place.DATA_DIR, 'media', name))
  }
  const incomplete = join(folder, 'incomplete.tar')
  const { code, told } = await run(place, 'backup', incomplete)
  assert.equal(code, 2, told)
  for (const name of files) assert.ok(told.includes(name.replaceAll('\\', '/')), told)
  assert.match(told, / 4 image files could not be read and are not included: .*Run "npm run verify" to see which images are affected\.$/)
  const { tables, pictures, missing } = await examine(incomplete)
  assert.deepEqual([pictures, missing.length], [[], 4])
  assert.ok((tables.movies?.rows ?? 0) > 20)
  const verified = await runProgram(join(import.meta.dirname, '..', 'commands', 'verify.ts'), place)
  assert.equal(verified.code, 1)
  assert.match(
    verified.told,
    /4 of 4 image files are damaged or missing: (poster\.png, \d+ pixels wide, can't be read \(EISDIR\)(; )?){4}\./,
  )
  const BACKUP_DIR = join(folder, 'incomplete daily')
  const daily = await start({ ...place, BACKUP_DIR })
  await eventually(() => daily.output().includes('could not be read and are not included'), 20_000)
  await stop(daily)
  assert.match(daily.output(), /"level":50[^\n]*could not be read and are not included/)
  assert.equal((await readdir(BACKUP_DIR)).length, 1)
})

const disk = smallDisk(1)

test('a restore and a backup that find no room end with one sentence', {
  skip: disk ? false : 'this account may not mount a small disk',
}, async () => {
  using small = disk
  const place = { DATA_DIR: small?.path ?? '' }
  const archive = join(folder, 'roomy.tar')
  assert.equal((await run({ DATA_DIR: dataDir }, 'backup', archive)).code, 0)
  const told = 'The disk is full. Free some space and try again.'
  await writeFile(join(place.DATA_DIR, 'filler'), Buffer.alloc(1020 * 1024))
  assert.deepEqual(await run(place, 'restore', archive), { code: 1, told })
  assert.deepEqual(await run({ DATA_DIR: dataDir }, 'backup', join(place.DATA_DIR, 'full.tar')), { code: 1, told })
})

/** Ends it with `kill -9` somewhere on its way. */
async function killed(place: Place, ...words: string[]) {
  const child = spawn(process.execPath, [cli, ...words], { env: environment(place), stdio: 'ignore' })
  const ended = once(child, 'exit')
  await pause(150 + Math.random() * 500)
  child.kill('SIGKILL')
  await ended
}

test('a server that has BACKUP_DIR backs itself up where the last backup is a day old, keeps the newest, and at its next start has one', async () => {
  const BACKUP_DIR = join(folder, 'daily')
  const old = 'moviebox-20260101T033000Z.tar'
  await mkdir(BACKUP_DIR)
  await writeFile(join(BACKUP_DIR, old), '')
  const longAgo = Date.now() / 1000 - 25 * 3600
  await utimes(join(BACKUP_DIR, old), longAgo, longAgo)
  const server = await start({ BACKUP_DIR, BACKUP_KEEP: '1' })
  while (existsSync(join(BACKUP_DIR, old))) await pause(50)
  const made = await readdir(BACKUP_DIR)
  assert.equal(made.length, 1)
  assert.ok((await examine(join(BACKUP_DIR, made[0] ?? ''))).pictures?.length)
  await stop(server)
  const again = await start({ BACKUP_DIR, BACKUP_KEEP: '1' })
  await pause(1_000)
  await stop(again)
  assert.deepEqual(await readdir(BACKUP_DIR), made)
})
