import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { resourceNames } from '#contract/all.ts'
import { imageFile } from '#contract/pictures.ts'
import { databaseFile } from '#server/db/data-folder.ts'
import { newId } from '#server/db/ids.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/schema.ts'
import { StoreUnavailable } from '#server/http/store-unavailable.ts'
import { localMedia } from '#server/images/local-media.ts'
import { DamagedObject } from '#server/images/media.ts'
import { openProduct } from '#server/startup/product.ts'
import { freshDatabase, type TestApp, testApp } from '#testing/app.ts'
import { client } from '#testing/client.ts'
import { derived } from '#testing/model/derived.ts'
import { filesOf, picture, stored, storedFiles } from '#testing/pictures.ts'
import { sampleOf, samples } from '#testing/samples.ts'
import { archivesIn, clearMigrated, prune } from './archives.ts'
import { backUp } from './backup.ts'
import { examine } from './examine.ts'
import type { Manifest } from './manifest.ts'
import { NotEmpty, restore } from './restore.ts'
import { next } from './schedule.ts'
import { inSnapshot } from './tables.ts'

let app: TestApp
let folder: string
let archive: string
let manifest: Manifest
before(async () => {
  app = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'moviebox-backup-'))
  archive = join(folder, 'a.tar')
  const { url } = await stored(app, await picture('png'), 'Häxan.png')
  for (const { contract, body, changes } of samples) {
    const add = async (more: object): Promise<string> => {
      const made: { body: { _id: string } } = await app.call('POST', contract.list.path, 'staff', { ...(await body(app)), ...more })
      return `${contract.list.path}/${made.body._id}`
    }
    await app.call('PUT', await add({}), 'staff', { ...(await body(app)), ...changes })
    await app.call('DELETE', await add({}), 'staff')
    // News of a day that is over, because the public sees no other.
    await add({ image: url, date: '2026-03-01' })
  }
  for (const shared of [false, true]) {
    const view = { list: 'movies', name: 'Dramas', query: 'genre=Drama', shared }
    assert.equal((await app.call('POST', '/api/views', 'super user', view)).status, 201)
  }
  manifest = await backUp(archive, app)
})
after(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** A new place for an archive, its pictures in a folder, until the test is over. */
async function place(t: TestContext) {
  const [dataDir, database] = [await mkdtemp(join(folder, 'data-')), await freshDatabase()]
  t.after(database.drop)
  const media = await localMedia(dataDir)
  return { dataDir, databaseUrl: database.url, media, config: { ...app.config, store: undefined, dataDir, databaseUrl: database.url } }
}

/** Opens the product on the restored data until the test ends. */
async function openAt(t: TestContext, config: TestApp['config']) {
  const product = await openProduct(config)
  const { send, close } = client(product.app)
  t.after(async () => {
    close()
    await product.close()
  })
  return { ...product, send }
}

/** Returns what a restored database has beside its rows, and the same derived from these anew. */
async function derivedAt({ databaseUrl: url, dataDir }: { databaseUrl: string | undefined; dataDir: string }): Promise<[object, object]> {
  const db = openDatabase({ url, file: databaseFile(dataDir) })
  const { kept, anew } = await derived(db)
  await db.destroy()
  return [kept, anew]
}

/** The ids of all records in the trash. */
async function deletedIn(db: Database): Promise<string[]> {
  const found = await Promise.all(
    resourceNames.map((name) =>
      db
        .selectFrom(name as 'movies')
        .select('id')
        .where('deletedAt', 'is not', null)
        .execute(),
    ),
  )
  return found.flatMap((rows) => rows.map(({ id }) => id)).sort()
}

test('all that was there is there again, found and counted, and can be changed', async (t) => {
  const there = await place(t)
  assert.deepEqual(await examine(archive), manifest)
  await restore(archive, manifest, there)
  assert.deepEqual(...(await derivedAt(there)), 'a server that opens it has nothing left to do')
  const { send, ...product } = await openAt(t, there.config)
  const again = await backUp(join(folder, 'again.tar'), product)
  assert.deepEqual(again, { ...manifest, madeAt: again.madeAt })
  assert.ok((manifest.tables.history?.rows ?? 0) > 4 * samples.length, 'there is something to restore')
  assert.equal(manifest.tables.views?.rows, 2)
  const [film]: { title: string }[] = (await app.call('GET', '/api/movies')).body
  const lists = [
    'movies',
    // The total of an incomplete page comes from a count.
    'movies?limit=1',
    'movies?genre=Nosferatu&genre=Ada%20Byron&limit=1',
    'news?limit=1',
    `movies?q=${encodeURIComponent(film?.title.slice(0, 3) ?? '')}`,
    'movies?cover=with',
    `movies?cover=with&q=${encodeURIComponent(film?.title.slice(0, 3) ?? '')}`,
    'images?q=haxan',
    'images?used=yes',
    'news?order=-date',
    'branches?order=-name',
  ]
  for (const list of lists) {
    const [one, other] = [await app.call('GET', `/api/${list}`), await send('GET', `/api/${list}`, {})]
    assert.deepEqual(JSON.parse(other.body), one.body, list)
    assert.equal(other.headers['x-total-count'], one.headers['x-total-count'], list)
    assert.notEqual(one.headers['x-total-count'], '0', list)
  }
  for (const { contract } of samples) {
    const trashed = await app.call('GET', `${contract.list.path}?trash=1`, 'staff')
    assert.ok((trashed.body as unknown[]).length > 0, contract.list.path)
  }
  assert.deepEqual(await deletedIn(product.db), await deletedIn(app.db), 'what lies in the trash is there as well')
  assert.deepEqual((await filesOf(there.dataDir)).sort(), (await storedFiles(app)).sort())
  const signedIn = await send('POST', '/api/login', {}, { username: 'admin', password: app.config.adminPassword })
  const { token } = JSON.parse(signedIn.body) as { token: string }
  const made = await send('POST', '/api/movies', { authorization: `Bearer ${token}` }, await sampleOf('movies').body(app))
  assert.equal(made.status, 201, made.body)
})

test('an archive is for the eyes of its owner alone, and says up to which change it goes', async () => {
  if (process.platform !== 'win32') assert.equal((await stat(archive)).mode & 0o077, 0)
  const last = await app.db.selectFrom('history').select(['id', 'at']).orderBy('id', 'desc').limit(1).executeTakeFirst()
  assert.ok(last && manifest.upTo && manifest.upTo.id <= last.id)
  const fresh = await backUp(join(folder, 'fresh.tar'), app)
  assert.deepEqual(fresh.upTo, last)
})

test('a table of many rows is read in pages and kept in several parts, and all of its rows count', async (t) => {
  const at = '2026-01-01T00:00:00.000Z'
  const dish = { version: 1, createdAt: at, updatedAt: at, deletedAt: null, name: 'Many', nameSort: 'many', image: '', showFrom: '' }
  const rows = Array.from({ length: 2_001 }, () => ({ ...dish, id: newId(), description: 'x'.repeat(5_000), showUntil: '' }))
  for (let from = 0; from < rows.length; from += 500)
    await app.db
      .insertInto('menus')
      .values(rows.slice(from, from + 500))
      .execute()
  t.after(() => app.db.deleteFrom('menus').where('name', '=', 'Many').execute())
  const path = join(folder, 'many.tar')
  const made = await backUp(path, { db: app.db, media: undefined })
  const { menus } = made.tables
  assert.deepEqual([menus?.rows, menus?.parts], [(manifest.tables.menus?.rows ?? 0) + rows.length, 3])
  assert.deepEqual(await examine(path), made)
  const there = await place(t)
  await restore(path, made, there)
  const restored = openDatabase({ url: there.databaseUrl, file: databaseFile(there.dataDir) })
  t.after(() => restored.destroy())
  assert.equal((await restored.selectFrom('menus').select('id').where('name', '=', 'Many').execute()).length, rows.length)
})

test('an archive of an older MovieBox is brought up to date', async (t) => {
  const [then, there] = [await place(t), await place(t)]
  const old = openDatabase({ url: then.databaseUrl, file: join(then.dataDir, 'old.sqlite') })
  t.after(() => old.destroy())
  await migrate(old, migrations.slice(0, 5))
  const at = '2026-01-01T00:00:00.000Z'
  const film = { title: 'Häxan', genre: 'Horror', image: '', description: 'x', trailerUrl: 'https://example.org' }
  const row = { id: '01890000-0000-7000-8000-000000000000', version: 1, createdAt: at, updatedAt: at, deletedAt: null, ...film }
  await old
    .insertInto('movies')
    .values(row as never)
    .execute()
  const path = join(folder, 'old.tar')
  await backUp(path, { db: old, media: undefined })
  await restore(path, await examine(path), there)
  const { send } = await openAt(t, there.config)
  const found = await send('GET', '/api/movies?q=haxan&genre=Horror', {})
  assert.deepEqual([JSON.parse(found.body)[0]?.title, found.headers['x-total-count']], ['Häxan', '1'])
})

test('what a migration will change is backed up before it, once', async (t) => {
  const then = await place(t)
  const { databaseUrl: url, dataDir } = then
  const old = openDatabase({ url, file: databaseFile(dataDir) })
  await migrate(old, migrations.slice(0, 5))
  await old.destroy()
  await openAt(t, then.config)
  assert.deepEqual(await readdir(join(dataDir, 'backups')), ['before-006-lists.tar'])
  const { migrations: had } = await examine(join(dataDir, 'backups', 'before-006-lists.tar'))
  assert.deepEqual(
    had,
    migrations.slice(0, 5).map(({ name }) => name),
  )
  const fresh = await place(t)
  await openAt(t, fresh.config)
  assert.deepEqual(await readdir(fresh.dataDir).then((names) => names.includes('backups')), false)
})

test('what a migration that was killed left of its backup goes, unless another server may be writing it', async (t) => {
  const then = await place(t)
  const { databaseUrl: url, dataDir } = then
  const old = openDatabase({ url, file: databaseFile(dataDir) })
  await migrate(old, migrations.slice(0, 5))
  await old.destroy()
  const backups = join(dataDir, 'backups')
  await mkdir(backups)
  const part = (name: string) => `${name}.${randomUUID()}.part`
  const [young, left] = [part('before-006-lists.tar'), part('before-006-lists.tar')]
  for (const name of [young, left]) await writeFile(join(backups, name), '')
  const yesterday = Date.now() / 1000 - 25 * 3600
  await utimes(join(backups, left), yesterday, yesterday)
  await openAt(t, then.config)
  const stays = url === undefined ? [] : [young]
  assert.deepEqual((await readdir(backups)).sort(), ['before-006-lists.tar', ...stays].sort())
})

test('where there is something already, nothing is restored', async (t) => {
  const there = await place(t)
  await restore(archive, manifest, there)
  await assert.rejects(restore(archive, manifest, there), NotEmpty)
})

test('a picture that can not be stored ends a restore, and leaves no database', async (t) => {
  const there = await place(t)
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })
  await assert.rejects(restore(archive, manifest, { ...there, media: { ...there.media, put: () => Promise.reject(full) } }), full)
  await restore(archive, manifest, there)
})

test('beside the log that a killed server has left without its database, nothing is restored: SQLite would write it over that', async (t) => {
  const there = await place(t)
  if (there.databaseUrl !== undefined) return
  const log = `${databaseFile(there.dataDir)}-wal`
  await writeFile(log, 'what was written last')
  await assert.rejects(restore(archive, manifest, there), (error: Error) => error instanceof NotEmpty && error.message.includes(log))
  await rm(log)
  await restore(archive, manifest, there)
})

test('what was kept for a migration goes after thirty days, and nothing else of that folder', async () => {
  const backups = await mkdtemp(join(folder, 'backups-'))
  await clearMigrated(join(backups, 'nowhere'))
  const [young, old] = ['before-007-last-sign-in.tar', 'before-006-lists.tar']
  const others = ['before-the-move.tar', 'moviebox-20200101T030000Z.tar', 'before-006-lists.tar.txt']
  // A folder stands for what can't be removed.
  const stuck = 'before-005-access.tar'
  await mkdir(join(backups, stuck))
  for (const name of [young, old, ...others]) await writeFile(join(backups, name), '')
  for (const name of [stuck, old, ...others]) await utimes(join(backups, name), 0, Date.now() / 1000 - 31 * 24 * 3600)
  await utimes(join(backups, young), 0, Date.now() / 1000 - 29 * 24 * 3600)
  await clearMigrated(backups)
  assert.deepEqual((await readdir(backups)).sort(), [stuck, young, ...others].sort())
})

test('files of pictures that the folder has lost are named, and the rest is backed up', async () => {
  const { hash } = await app.db.selectFrom('images').select('hash').executeTakeFirstOrThrow()
  const gone = imageFile(hash, 320)
  const media = { ...app.media, open: async (name: string) => (name === gone ? undefined : app.media.open(name)) }
  const lost = await backUp(join(folder, 'lost.tar'), { db: app.db, media })
  assert.deepEqual([lost.missing, lost.tables], [[gone], manifest.tables])
  assert.deepEqual(
    lost.pictures,
    manifest.pictures?.filter(({ name }) => name !== gone),
  )
})

test('pictures that can not be read are named, and the rest is backed up, those behind them and those in the trash as well', async () => {
  const trashed = await stored(app, await picture('png', { width: 700 }), 'Trashed.png')
  await app.call('DELETE', `/api/images/${trashed._id}`, 'staff')
  const sound = await backUp(join(folder, 'sound.tar'), app)
  const names = (sound.pictures ?? []).map(({ name }) => name)
  assert.ok(names.some((name) => trashed.url.includes(name.split('/')[0] ?? '-')))
  const errors = [
    Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'read' }),
    new DamagedObject('GET', 'other bytes'),
    new StoreUnavailable('GET', 'AccessDenied'),
  ]
  for (const [at, error] of errors.entries()) {
    const broken = names[at === 0 ? 0 : at % names.length]
    const media = { ...app.media, open: async (name: string) => (name === broken ? Promise.reject(error) : app.media.open(name)) }
    const made = await backUp(join(folder, `broken-${at}.tar`), { db: app.db, media })
    assert.deepEqual(
      [made.missing, made.pictures, made.tables],
      [[broken], (sound.pictures ?? []).filter(({ name }) => name !== broken), sound.tables],
    )
    assert.deepEqual(await examine(join(folder, `broken-${at}.tar`)), made)
  }
})

test('a store that answers nothing any more ends a backup, in place of naming every picture', async () => {
  const away = () => Promise.reject(new StoreUnavailable('GET', 'ECONNREFUSED'))
  const media = {
    ...app.media,
    open: away,
    async *list() {
      yield await away()
    },
  }
  await assert.rejects(backUp(join(folder, 'away.tar'), { db: app.db, media }), StoreUnavailable)
})

test('all that is read is of one moment, whatever is stored meanwhile', async () => {
  const countOf = async (db: Database) => (await db.selectFrom('movies').select('id').execute()).length
  const [before, after] = await inSnapshot(app.db, async (snapshot) => {
    const before = await countOf(snapshot)
    // On SQLite this server's own reads see only the snapshot, so the new film is counted on `app.db` after the snapshot ends.
    assert.equal((await app.call('POST', '/api/movies', 'staff', await sampleOf('movies').body(app))).status, 201)
    return [before, await countOf(snapshot)]
  })
  assert.equal(after, before)
  assert.equal(await countOf(app.db), before + 1)
})

test('a backup that fails leaves nothing, and the one before it as it was', async () => {
  const path = join(folder, 'kept.tar')
  await backUp(path, app)
  const [before, files] = [await readFile(path), await readdir(folder)]
  const media = {
    ...app.media,
    open: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'read' })),
  }
  await assert.rejects(backUp(path, { db: app.db, media }), { code: 'ENOSPC' })
  assert.deepEqual([await readFile(path), await readdir(folder)], [before, files])
})

test('of the backups in a folder the newest stay, and what was left unfinished goes after a day', async () => {
  const daily = await mkdtemp(join(folder, 'daily-'))
  const name = (day: number) => `moviebox-2026110${day}T033000Z.tar`
  const part = (day: number) => `${name(day)}.${randomUUID()}.part`
  const [young, old] = [part(8), part(7)]
  const others = ['moviebox.tar', 'notes.txt', 'moviebox-before-the-move.tar', `my-${name(1)}`, `${name(1)}.gz`]
  for (const file of [name(1), name(2), name(3), young, old, ...others]) await writeFile(join(daily, file), '')
  const yesterday = Date.now() / 1000 - 25 * 3600
  await utimes(join(daily, old), yesterday, yesterday)
  await prune(daily, 2)
  assert.deepEqual(await archivesIn(daily), [name(2), name(3)])
  assert.deepEqual((await readdir(daily)).sort(), [name(2), name(3), young, ...others].sort())
})

test('the next backup is at its time of day, today or tomorrow', () => {
  const at = (text: string) => new Date(`2026-11-${text}`)
  assert.deepEqual(next('03:30', at('22T03:29:59')), at('22T03:30'))
  assert.deepEqual(next('03:30', at('22T03:30:00')), at('23T03:30'))
  assert.deepEqual(next('23:59', at('30T23:59:30')), new Date('2026-12-01T23:59'))
})
