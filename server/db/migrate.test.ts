import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { bringUpToDate } from '#server/backup/up-to-date.ts'
import { freshDatabase, type TestApp, testApp } from '#testing/app.ts'
import { isLinux, stopwatch } from '#testing/linux.ts'
import { isPostgres } from './dialect.ts'
import { migrate, migrations, NewerDatabase, type Step } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Database } from './schema.ts'
import { FolderInUse, lockFolder } from './sqlite/file-lock.ts'

const threads = () => readdirSync('/proc/self/task').length

let app: TestApp
let folder: string
before(async () => {
  app = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'moviebox-opening-'))
})
after(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a data folder', () => {
  test('has one server at a time, and is free again when that one gives it back', () => {
    const file = join(folder, 'server.lock')
    const unlock = lockFolder(file, folder)
    assert.throws(
      () => lockFolder(file, folder),
      (error: Error) => error instanceof FolderInUse && error.message.includes(folder) && error.message.includes('DATA_DIR'),
    )
    unlock()
    lockFolder(file, folder)()
  })
})

describe('a database', () => {
  const names = async () =>
    (await app.db.selectFrom('migrations').selectAll().orderBy('name').execute()).map(({ name, at }) => `${name} ${at}`)

  test('that is up to date stays as it is, also when several servers start at once', async () => {
    const had = await names()
    assert.ok(had.length >= 3)
    await Promise.all([migrate(app.db), migrate(app.db), migrate(app.db)])
    assert.deepEqual(await names(), had)
  })

  test('is given all the time that it takes, where other statements are ended', async () => {
    const { databaseUrl: url } = app.config
    // SQLite ends none.
    if (url === undefined) return
    const limitOf = async (db: Database) =>
      (await sql<{ statementTimeout: string }>`show statement_timeout`.execute(db)).rows[0]?.statementTimeout
    const limits: unknown[] = [await limitOf(app.db)]
    const look: Step = { name: '998-look', load: async () => ({ up: async (trx) => void limits.push(await limitOf(trx)) }) }
    await bringUpToDate(app.db, app.config, [look])
    assert.deepEqual(limits, ['6s', '0'])
    await app.db.deleteFrom('migrations').where('name', '=', look.name).execute()
  })

  test('of a newer version is refused, by the name of what it has', async () => {
    await app.db.insertInto('migrations').values({ name: '999-later', at: '2030-01-01' }).execute()
    await assert.rejects(migrate(app.db), (error: Error) => error instanceof NewerDatabase && error.message.includes('999-later'))
    await app.db.deleteFrom('migrations').where('name', '=', '999-later').execute()
  })

  test('that a newer version has only added to is worked with', async () => {
    await app.db.insertInto('migrations').values({ name: '999-later', at: '2030-01-01' }).execute()
    await app.db.insertInto('expansions').values({ name: '999-later' }).execute()
    await migrate(app.db)
    await app.db.deleteFrom('migrations').where('name', '=', '999-later').execute()
  })

  test('knows its migrations by the numbers that their files are called by, each given once', () => {
    const numbers = migrations.map(({ name }) => /^(\d{3})-[a-z-]+$/.exec(name)?.[1] ?? name)
    assert.deepEqual(numbers, [...new Set(numbers)].sort())
    assert.ok(
      numbers.every((number) => number.length === 3),
      numbers.join(', '),
    )
  })

  /** Migrations from before it had to be said. */
  const lastThatDidNotSay = '021-places'

  test('keeps what servers of before know of it, where a migration says so; one that adds tables alone says so', async (t) => {
    const { url, drop } = await freshDatabase()
    t.after(drop)
    const db = openDatabase({ url, file: join(folder, 'expanding.sqlite') })
    let before: Set<string> = new Set()
    let expanding = 0
    for (const [at, { name, load }] of migrations.entries()) {
      const { backwardCompatible } = await load()
      await migrate(db, migrations.slice(0, at + 1))
      const tables = (await db.introspection.getTables()).flatMap(({ name, columns }) =>
        columns.map((column) => ({ table: name, ...column })),
      )
      const known = ({ table, name, dataType, isNullable }: (typeof tables)[0]) => `${table}.${name} ${dataType} ${isNullable}`
      const now = new Set(tables.map(known))
      const isOfBefore = (table: string) => [...before].some((column) => column.startsWith(`${table}.`))
      const added = tables.filter((column) => isOfBefore(column.table) && !before.has(known(column)))
      if (backwardCompatible) {
        expanding++
        assert.deepEqual([...before.difference(now)], [], `${name} takes something away`)
        const needed = added.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)
        assert.deepEqual(needed.map(known), [], `${name} adds what servers of before don't fill`)
      } else if (name > lastThatDidNotSay) {
        const addsTablesAlone = added.length === 0 && before.isSubsetOf(now) && before.size < now.size
        assert.ok(!addsTablesAlone, `${name} adds tables alone: with \`backwardCompatible: true\` servers of before go on meanwhile`)
      }
      before = now
    }
    await db.destroy()
    assert.ok(expanding > 0)
  })

  test('is brought up to date by several servers that start at once, whichever backs up what another changes', async (t) => {
    // Only one has an SQLite file.
    if (!isPostgres(app.db)) return
    for (let round = 0; round < 4; round++) {
      const { url, drop } = await freshDatabase()
      t.after(drop)
      const servers = await Promise.all(['a', 'b', 'c'].map(async (name) => ({ name, db: openDatabase({ url, file: '' }) })))
      const dataDir = (name: string) => join(folder, `${round}-${name}`)
      // One has begun, so the others find something to back up.
      await Promise.all(
        servers.map(async ({ name, db }, at) => {
          await pause(at * 20 * round)
          await bringUpToDate(db, { ...app.config, databaseUrl: url, dataDir: dataDir(name) })
        }),
      )
      const done = await servers[0]?.db.selectFrom('migrations').selectAll().execute()
      assert.equal(done?.length, migrations.length)
      for (const { db } of servers) await db.destroy()
    }
  })

  test('is changed without keeping those waiting who read it', async () => {
    // On SQLite, readers never wait.
    if (!isPostgres(app.db)) return
    const step: Step = {
      name: '997-wider',
      load: async () => ({ up: async (trx) => void (await sql`alter table movies add column shade text`.execute(trx)) }),
    }
    const reader = await app.db.startTransaction().execute()
    await reader.selectFrom('movies').selectAll().execute()
    const migrated = migrate(app.db, [step])
    await pause(100)
    const elapsed = stopwatch()
    await app.db.selectFrom('movies').selectAll().execute()
    assert.ok(elapsed() < 2_000, `${elapsed()} ms`)
    await reader.rollback().execute()
    await migrated
    await app.db.deleteFrom('migrations').where('name', '=', step.name).execute()
  })
})

describe('a SQLite file', () => {
  test('is opened so that what is acknowledged survives a power cut, and references hold', async () => {
    const db = openDatabase({ url: undefined, file: join(folder, 'settings.sqlite') })
    const settings = ['journal_mode', 'synchronous', 'trusted_schema', 'foreign_keys']
    const valuesIn = (db: Database) =>
      Promise.all(
        settings.map(async (name) => Object.values((await sql<object>`${sql.raw(`pragma ${name}`)}`.execute(db)).rows[0] ?? {})[0]),
      )
    const writing = await db.transaction().execute(valuesIn)
    await db.destroy()
    assert.deepEqual(writing, ['wal', 2, 0, 1])
  })

  test('that is there begins no thread to write before somebody writes', {
    skip: isLinux ? false : 'threads are counted in /proc',
  }, async () => {
    const file = join(folder, 'threads.sqlite')
    const opened = async () => {
      const db = openDatabase({ url: undefined, file })
      await sql`select 1`.execute(db)
      return db
    }
    await (await opened()).destroy()
    const before = threads()
    const db = await opened()
    const reading = threads()
    await sql`create table contents (content blob)`.execute(db)
    const writing = threads()
    await db.destroy()
    // A thread of a connection closed just before may end in between.
    assert.ok(reading <= before)
    assert.ok(writing > reading)
  })

  test('gives back what its log took for one large change', async () => {
    const file = join(folder, 'large-log.sqlite')
    const db = openDatabase({ url: undefined, file })
    const logSize = async () => (await stat(`${file}-wal`)).size
    await sql`create table contents (content blob)`.execute(db)
    await sql`insert into contents values (zeroblob(30000000))`.execute(db)
    assert.ok((await logSize()) > 30_000_000)
    for (let i = 0; i < 2; i++) await sql`insert into contents values (zeroblob(100))`.execute(db)
    assert.ok((await logSize()) <= 16_000_000, `${await logSize()} bytes`)
    await db.destroy()
  })
})
