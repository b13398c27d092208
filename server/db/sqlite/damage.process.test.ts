import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { keepActivity } from '#server/audit/job.ts'
import { databaseFile } from '#server/db/data-folder.ts'
import { healthOf } from '#server/db/health.ts'
import { idOf } from '#server/db/ids.ts'
import { checkBeside } from '#server/db/integrity.ts'
import { startFailure } from '#server/startup/start-failure.ts'
import { adminPassword, type TestApp, testApp } from '#testing/app.ts'
import { filesOf, picture, stored } from '#testing/pictures.ts'
import { processes } from '#testing/process.ts'

const { folder, launch, start, end } = await processes()
after(end)

const pageSize = 4096
const movie = { title: 'A', genre: 'Comedy', description: 'x'.repeat(3_000), image: '', trailerUrl: 'https://youtu.be/abcdefgh' }
const sound = join(folder, 'sound')
let pages = 0

/** Overwrites a page, counted from 0, with random bytes. */
async function damage(dataDir: string, page: number) {
  const file = await open(databaseFile(dataDir), 'r+')
  await file.write(randomBytes(pageSize), 0, pageSize, page * pageSize)
  await file.close()
}

const fill = (app: TestApp) => Promise.all(Array.from({ length: 60 }, () => app.call('POST', '/api/movies', 'staff', movie)))

before(async () => {
  await mkdir(sound)
  const app = await testApp({ dataDir: sound })
  await fill(app)
  await stored(app, await picture('png', { width: 800 }))
  await app.close()
  const file = await open(databaseFile(sound))
  pages = (await file.stat()).size / pageSize
  await file.close()
})

test('of twelve damaged pages, each is noticed at the start, which says so in one sentence', async () => {
  assert.ok(pages > 100)
  for (let i = 0; i < 12; i++) {
    const page = Math.floor((i * pages) / 12)
    const dataDir = join(folder, `damaged-${i}`)
    await cp(sound, dataDir, { recursive: true })
    await damage(dataDir, page)
    const error: unknown = await testApp({ dataDir }).then(
      (app) => app.close(),
      (error: unknown) => error,
    )
    assert.match(
      startFailure(error) ?? String(error),
      /^MovieBox can't start: the database in the data folder \(DATA_DIR\) is damaged or not a database\. .*\.$/,
      `page ${page}`,
    )
  }
})

test('a start does not wait for all of a larger one to be read: it serves, and changes wait until it knows that a page is damaged', async () => {
  const dataDir = join(folder, 'larger')
  await cp(sound, dataDir, { recursive: true })
  const db = new DatabaseSync(databaseFile(dataDir))
  db.exec('create table filling (bytes blob); insert into filling values (zeroblob(5000000))')
  const index = db.prepare("select rootpage from sqlite_schema where name = 'menus_by_name_sort'").get()
  db.close()
  await damage(dataDir, Number(index?.rootpage) - 1)
  const { url, output } = await start({ DATA_DIR: dataDir })
  assert.equal((await fetch(`${url}/api/menus`)).status, 200)
  const credentials = JSON.stringify({ username: 'admin', password: adminPassword })
  const signIn = await fetch(`${url}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: credentials })
  assert.deepEqual([signIn.status, ((await signIn.json()) as { code: string }).code], [503, 'database_damaged'])
  for (let waited = 0; !output().includes('The database is damaged') && waited < 20_000; waited += 50) await pause(50)
  assert.match(output(), /The database is damaged \(.+\)\. Restore a backup/)
  assert.equal((await fetch(`${url}/readyz`)).status, 503)
})

describe('pages that are damaged while the server runs', () => {
  const cases: Record<string, (app: TestApp) => Promise<unknown>> = {
    'found by reading them': (app) => app.call('GET', '/api/movies'),
    'found by the check beside': async (app) => {
      await checkBeside(app.db, app.dataDir, app.app.log, 0)
      for (let waited = 0; !healthOf(app.db).isDamaged && waited < 20_000; waited += 50) await pause(50)
      assert.ok(healthOf(app.db).isDamaged)
    },
  }
  for (const [how, find] of Object.entries(cases)) {
    test(`and ${how}, end all changes with a sentence, while what is sound can be read`, async () => {
      const app = await testApp()
      await fill(app)
      const { rows } = await sql<{ rootpage: number }>`select rootpage from sqlite_schema where name = 'movies'`.execute(app.db)
      const beside = new DatabaseSync(databaseFile(app.dataDir))
      beside.exec('pragma wal_checkpoint(truncate)')
      beside.close()
      await damage(app.dataDir, (rows[0]?.rootpage ?? 0) - 1)
      await sql`pragma shrink_memory`.execute(app.db)
      await find(app)
      const menuItem = { name: 'Popcorn', image: '', description: 'x' }
      for (const [url, record] of [
        ['/api/movies', movie],
        ['/api/menus', menuItem],
      ] as const) {
        const { status, body }: { status: number; body: { error: string; code: string } } = await app.call('POST', url, 'staff', record)
        assert.deepEqual([status, body.code], [503, 'database_damaged'])
        assert.match(body.error, /^The database is damaged, so changes can't be saved\./)
      }
      assert.equal((await app.call('GET', '/api/movies')).status, 503)
      assert.equal((await app.call('GET', '/api/bookings', 'staff')).status, 200)
      assert.equal((await app.call('GET', '/readyz')).status, 503)
      await app.close()
    })
  }
})

describe('npm run verify', () => {
  const verify = async (dataDir: string, seal = '') => {
    const words = seal === '' ? [] : [seal]
    const { output, ended } = launch(
      { DATA_DIR: dataDir },
      { program: join(import.meta.dirname, '..', '..', 'commands', 'verify.ts'), words },
    )
    return [await ended, output()] as const
  }

  test('says in a sentence each that a database, its activity and its pictures are sound', async () => {
    const [code, output] = await verify(sound)
    assert.match(
      output,
      /^The database is intact: all 12[1-9] records and versions can be read\.\nThe activity log is intact: 0 entries are sealed\.\nThe images are intact: all 3 files match\.\n$/,
    )
    assert.equal(code, 0)
  })

  test('names the files of pictures that are damaged, cut short or missing', async () => {
    const dataDir = join(folder, 'pictures')
    await cp(sound, dataDir, { recursive: true })
    const names = await filesOf(dataDir)
    const [first = '', second = ''] = names.filter((name) => name.startsWith('media/'))
    const bytes = await readFile(join(dataDir, first))
    bytes[100] = (bytes[100] ?? 0) ^ 1
    await writeFile(join(dataDir, first), bytes)
    await rm(join(dataDir, second))
    const [code, output] = await verify(dataDir)
    assert.match(
      output,
      /\n2 of 3 image files are damaged or missing: poster\.png, \d+ pixels wide, is (damaged|missing); poster\.png, .*\n$/,
    )
    assert.equal(code, 1)
  })

  test('says in one sentence that one is damaged, or is none', async () => {
    const dataDir = join(folder, 'verified')
    await cp(sound, dataDir, { recursive: true })
    // An index that reading every row doesn't touch.
    const db = new DatabaseSync(databaseFile(dataDir))
    const index = db.prepare("select rootpage from sqlite_schema where name = 'users_username'").get()
    db.close()
    await damage(dataDir, Number(index?.rootpage) - 1)
    for (let i = 0; i < 2; i++) {
      const [code, output] = await verify(dataDir)
      assert.match(output, /^The database is damaged \(.+\)\. Restore a backup\.\n$/)
      assert.equal(code, 1)
      await writeFile(databaseFile(dataDir), randomBytes(20_000))
    }
  })

  test('says in one sentence which line of the activity is not as it was written', async () => {
    const dataDir = join(folder, 'rewritten')
    await cp(sound, dataDir, { recursive: true })
    const db = new DatabaseSync(databaseFile(dataDir))
    db.exec("delete from history where resource = 'users'")
    db.close()
    const [code, output] = await verify(dataDir)
    assert.match(
      output,
      /\nThe activity log was altered: .* users \S+ does not contain every version\. Compare the log with a backup\.\nThe images are intact/,
    )
    assert.equal(code, 1)
  })

  test('names the records that should be gone and could not be taken away', async () => {
    const dataDir = join(folder, 'overdue')
    await cp(sound, dataDir, { recursive: true })
    const db = new DatabaseSync(databaseFile(dataDir))
    const note = db.prepare('insert into failed_erasures (resource, record_id, reason, since, tried_at) values (?, ?, ?, ?, ?)')
    for (let i = 0; i < 21; i++) note.run('bookings', `b${i}`, 'SyntaxError', `2026-11-${10 + i}`, '2026-11-30')
    db.close()
    const [code, output] = await verify(dataDir)
    assert.match(
      output,
      /\n21 records due for erasure under TRASH_DAYS or RETENTION_DAYS could not be erased: bookings b0 \(SyntaxError, since 2026-11-10\); .*bookings b19 [^;]*; and 1 more\.\nThe images/,
    )
    assert.equal(code, 1)
  })

  test('takes any earlier seal for a sign that nothing before it was changed, and puts in what the rounds have missed', async () => {
    const dataDir = join(folder, 'sealed')
    const app = await testApp({ dataDir })
    const seals: string[] = []
    for (let i = 0; i < 2; i++) {
      await app.call('POST', '/api/movies', 'staff', movie)
      await keepActivity(app.db, '')
      const { hash } = await app.db.selectFrom('seals').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
      seals.push(hash)
    }
    await app.close()
    assert.equal(new Set(seals).size, 2)
    for (const seal of seals) {
      const [code, output] = await verify(dataDir, seal)
      assert.match(output, new RegExp(`\nThe activity log is intact: \\d+ entries are sealed, the last by ${seals[1]}\\.\n`))
      assert.equal(code, 0)
    }
    const [refused, why] = await verify(dataDir, 'another')
    assert.match(why, /\nThe activity log was altered: seal another no longer exists\./)
    assert.equal(refused, 1)

    const db = new DatabaseSync(databaseFile(dataDir))
    const long = idOf(Date.parse('2020-02-02T00:00:00Z'))
    db.prepare(
      "insert into history (id, resource, record_id, version, action, record, at) values (?, 'movies', 'm', 1, 'create', '', '2020')",
    ).run(long)
    db.prepare(
      "insert into history (id, resource, record_id, version, action, record, at) values (?, 'movies', 'm', 2, 'erase', '', '2020')",
    ).run(`${long}x`)
    db.close()
    const [code, output] = await verify(dataDir)
    assert.match(output, /\nThe activity log lacked 2 entries, which were added from the history\. The running server will seal them\.\n/)
    assert.equal(code, 1)
    assert.equal((await verify(dataDir))[0], 0)
  })

  test('says in one sentence that a row belongs to nobody', async () => {
    const dataDir = join(folder, 'orphaned')
    await cp(sound, dataDir, { recursive: true })
    const db = new DatabaseSync(databaseFile(dataDir), { enableForeignKeyConstraints: false })
    db.exec("insert into sessions (id, token_hash, user_id, created_at, used_at) values ('x', 'x', 'nobody', '', '')")
    db.close()
    const [code, output] = await verify(dataDir)
    assert.match(output, /^The database is damaged \(a row of sessions refers to a missing row of users\)\. .*\n$/)
    assert.equal(code, 1)
  })

  test('says in one sentence that there is none', async () => {
    const [code, output] = await verify(join(folder, 'nothing'))
    assert.match(output, /^There is no database to verify: .*DATA_DIR.*\n$/)
    assert.equal(code, 2)
  })
})
