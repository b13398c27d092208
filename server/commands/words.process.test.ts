import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { examine } from '#server/backup/examine.ts'
import { databaseFile } from '#server/db/data-folder.ts'
import { newId } from '#server/db/ids.ts'
import { migrate, migrations, pending } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { ImageRow } from '#server/db/schema.ts'
import { localMedia } from '#server/images/local-media.ts'
import { testApp } from '#testing/app.ts'
import { picture, stored } from '#testing/pictures.ts'

let folder: string
let chain: string
let hash: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebox-words-'))
  chain = join(folder, 'chain')
  await mkdir(chain)
  const app = await testApp({ dataDir: chain, databaseUrl: undefined })
  const { url } = await stored(app, await picture('png', { width: 800 }), 'poster.png')
  hash = url.split('/')[2] ?? ''
  await app.close()
})
after(() => rm(folder, { recursive: true }))

/** Runs a command on a data folder. Returns its exit code and what it said, each stream apart. */
function run(program: string, words: string[], dataDir = chain): Promise<[code: number, said: string, complained: string]> {
  const { DATABASE_URL: _, MEDIA_URL: __, BACKUP_DIR: ___, MOVIEBOX: ____, ...inherited } = process.env
  const path = join(import.meta.dirname, `${program}.ts`)
  return new Promise((resolve) => {
    execFile(process.execPath, [path, ...words], { env: { ...inherited, DATA_DIR: dataDir } }, (error, said, complained) => {
      resolve([error ? Number(error.code) : 0, said, complained])
    })
  })
}

describe('a command that is told something wrong says so in a sentence, and ends with 1:', { concurrency: 2 }, () => {
  const oneFile = 'Specify one file: npm run backup -- FILE.\n'
  const archive = 'Specify the archive: npm run restore -- FILE.\n'
  const fromAndTo = /^Specify the source and the target, each a data folder or an S3 store: npm run media -- copy data s3:.*\n$/
  const usage = /^npm run users +lists all users\n(npm run users -- .*\n){4}$/
  for (const [program, words, sentence] of [
    ['backup', ['backup', 'a.tar', 'b.tar'], oneFile],
    ['backup', ['restore'], archive],
    ['backup', ['restore', 'a.tar', 'b.tar'], archive],
    ['media', ['move', 'a', 'b'], fromAndTo],
    ['media', ['copy', 'a'], fromAndTo],
    ['media', ['copy', 'a', 'b', 'c'], fromAndTo],
    ['users', ['rename', 'admin'], usage],
    ['users', ['password'], usage],
  ] as [string, string[], string | RegExp][])
    test(`${program} ${words.join(' ')}`, async () => {
      const [code, said, complained] = await run(program, words)
      assert.deepEqual([code, said], [1, ''])
      if (typeof sentence === 'string') assert.equal(complained, sentence)
      else assert.match(complained, sentence)
    })

  test('backup where there is nothing', async () => {
    const nowhere = join(folder, 'nowhere')
    const [code, , complained] = await run('backup', ['backup', join(folder, 'a.tar')], nowhere)
    const sentence = `There is nothing to back up: ${databaseFile(nowhere)} does not exist. Set DATA_DIR to the folder with the database.\n`
    assert.deepEqual([code, complained], [1, sentence])
  })
})

test('backup and restore say how much they have saved, where, and as of when', async () => {
  const path = join(folder, 'chain.tar')
  const [code, said] = await run('backup', ['backup', path])
  const { tables, madeAt } = await examine(path)
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const contents = `${rows} records and versions, and 3 image files`
  assert.equal(code, 0)
  assert.match(said, new RegExp(`^Saved ${contents} to ${path} \\(0\\.[0-9] MB\\)\\.\n$`))
  const there = join(folder, 'there')
  assert.deepEqual(await run('backup', ['restore', path], there), [
    0,
    `Restored ${contents} from ${madeAt} into ${there}. All users must sign in again.\n`,
    '',
  ])
  assert.equal((await run('backup', ['restore', path], there))[0], 1)
})

test('media says what was copied and what was there already, and tells its progress ten times', async () => {
  const many = join(folder, 'many')
  const media = await localMedia(many)
  for (let at = 0; at < 25; at++) await media.put(`${at.toString(16).padStart(64, '0')}/320.webp`, Buffer.from('an image'))
  const copy = ['copy', many, join(folder, 'copied')]
  const tenths = [3, 5, 8, 10, 13, 15, 18, 20, 23, 25].map((done) => `${done} of 25 files\n`).join('')
  const checked = 'All were read back and match the source.\n'
  assert.deepEqual(await run('media', copy), [0, `25 files copied (0.0 MB), 0 already there. ${checked}`, tenths])
  assert.deepEqual((await run('media', copy)).slice(0, 2), [0, `0 files copied (0.0 MB), 25 already there. ${checked}`])
})

test('verify looks at the database alone where it is told to, and else names the first twenty of many files that are missing', async () => {
  const sound = /^The database is intact: all \d+ records and versions can be read\.\n/
  const [code, said] = await run('verify', ['database'])
  assert.deepEqual([code, said.replace(sound, '')], [0, ''])
  const db = openDatabase({ url: undefined, file: databaseFile(chain) })
  const { searchId: _, ...row }: ImageRow & { searchId?: number } = await db.selectFrom('images').selectAll().executeTakeFirstOrThrow()
  const lost = Array.from({ length: 7 }, (_, at) => {
    const other = at.toString(16).padStart(64, '0')
    return { ...row, id: newId(), hash: other, url: row.url.replace(hash, other), name: `lost ${at}.png` }
  })
  await db.insertInto('images').values(lost).execute()
  const [found, told] = await run('verify', [])
  const rows = lost.map(({ id }) => id)
  await db.deleteFrom('images').where('id', 'in', rows).execute()
  await db.destroy()
  assert.equal(found, 1)
  assert.match(
    told,
    /\n21 of 24 image files are damaged or missing: (lost \d\.png, \d+ pixels wide, is missing; ){20}and 1 more\. Upload the images again or restore a backup\.\n$/,
  )
})

test('users brings a database of an earlier version up to date, after a backup', async () => {
  const old = join(folder, 'old')
  await mkdir(old)
  const file = databaseFile(old)
  const inDatabase = async <Result>(work: (db: ReturnType<typeof openDatabase>) => Promise<Result>): Promise<Result> => {
    const db = openDatabase({ url: undefined, file })
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }
  await inDatabase((db) => migrate(db, migrations.slice(0, -1)))
  const [code, said, complained] = await run('users', [], old)
  assert.deepEqual([code, complained], [0, ''])
  assert.match(said, /^\nOther commands:\n/)
  assert.deepEqual(await inDatabase((db) => pending(db)), [])
})
