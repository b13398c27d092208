import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { isStorageFull } from '#server/db/errors.ts'
import { localMedia } from '#server/images/local-media.ts'
import { freshDatabase, type TestApp, testApp } from '#testing/app.ts'
import { smallDisk } from '#testing/faulty-disk.ts'
import { eventually, stored } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'
import { writeArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { examine } from './examine.ts'
import { restore } from './restore.ts'
import { backUpDaily } from './schedule.ts'

/** A picture with a large file. */
const noise = () =>
  sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
    .png()
    .toBuffer()

const disk = smallDisk(8)
const path = disk?.path ?? ''
const filler = join(path, 'filler')

describe('where the disk is full', { skip: disk ? false : 'this account may not mount a small disk' }, () => {
  let app: TestApp
  let folder: string
  let archive: string
  before(async () => {
    app = await testApp()
    folder = await mkdtemp(join(tmpdir(), 'moviebox-room-'))
    for (let made = 0; made < 4; made++) await stored(app, await noise())
    for (let made = 0; made < 20; made++) {
      const film = { ...(await sampleOf('movies').body(app)), description: 'x'.repeat(5_000) }
      assert.equal((await app.call('POST', '/api/movies', 'staff', film)).status, 201)
    }
    archive = join(folder, 'whole.tar')
    await backUp(archive, app)
  })
  after(async () => {
    await app.close()
    await rm(folder, { recursive: true })
    disk?.[Symbol.dispose]()
  })

  /** Leaves so many kilobytes of the eight megabytes free. */
  async function leave(kilobytes: number) {
    await rm(filler, { force: true })
    await writeFile(filler, Buffer.alloc((8 * 1024 - kilobytes) * 1024))
  }

  for (const kilobytes of [0, 8, 100]) {
    test(`with ${kilobytes} kB left, a backup ends and leaves nothing, the one before it stays, and people go on`, async () => {
      await rm(filler, { force: true })
      const kept = join(path, 'kept.tar')
      await writeFile(kept, '')
      await leave(kilobytes)
      for (const target of [kept, join(path, 'new.tar')]) await assert.rejects(backUp(target, app), isStorageFull)
      assert.deepEqual((await readdir(path)).sort(), ['filler', 'kept.tar'])
      assert.equal((await app.call('GET', '/api/movies')).status, 200)
      await rm(kept)
    })
  }

  test('whoever fills an archive hears of it, and is done when it is given up', { timeout: 10_000 }, async () => {
    await leave(100)
    let isFilling = true
    const writing = writeArchive(join(path, 'full.tar'), async (add) => {
      try {
        for (let at = 0; at < 20; at++) await add({ name: `${at}`, content: Buffer.alloc(1024 * 1024) })
      } finally {
        await pause(100)
        isFilling = false
      }
    })
    await assert.rejects(writing, isStorageFull)
    assert.equal(isFilling, false)
  })

  test('a restore leaves no database, and goes through when there is room', async (t) => {
    const dataDir = await mkdtemp(join(path, 'data-'))
    const database = await freshDatabase()
    t.after(database.drop)
    const there = { dataDir, databaseUrl: database.url, media: await localMedia(dataDir) }
    const manifest = await examine(archive)
    // Without room for its pictures; on SQLite also for them and not for its rows.
    for (const kilobytes of database.url === undefined ? [8, 100] : [8]) {
      await leave(kilobytes)
      await assert.rejects(restore(archive, manifest, there), isStorageFull)
      assert.deepEqual((await readdir(dataDir)).sort(), ['incoming', 'media'])
    }
    await rm(filler)
    // At once, while the archive is being read on.
    const put = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    await assert.rejects(restore(archive, manifest, { ...there, media: { ...there.media, put } }), isStorageFull)
    await restore(archive, manifest, there)
    await rm(dataDir, { recursive: true })
  })

  test('the daily backup says so in the log, leaves nothing, and is tried again', async (t) => {
    const backups = await mkdtemp(join(path, 'daily-'))
    await leave(8)
    const told: string[] = []
    const log = {
      info: (text: string) => void told.push(text),
      error: ({ err }: { err: Error }, text: string) => void told.push(`${text}: ${err.message}`),
    }
    // The backup runs in a separate process, which reads its settings from the environment.
    const own = { DATA_DIR: app.dataDir, DATABASE_URL: app.config.databaseUrl ?? '', BACKUP_DIR: backups }
    Object.assign(process.env, own)
    t.after(() => Object.keys(own).forEach((name) => void delete process.env[name]))
    const end = backUpDaily({ folder: backups, at: '03:30', keep: 2 }, log as never, 100)
    t.after(end)
    await eventually(() => told.length > 0)
    assert.match(told[0] ?? '', /the backup failed.*: The disk is full/)
    assert.deepEqual(await readdir(backups), [])
    await rm(filler)
    await eventually(async () => (await readdir(backups)).some((name) => name.endsWith('.tar')))
    await eventually(() => told.at(-1)?.includes('records and versions') === true)
  })
})
