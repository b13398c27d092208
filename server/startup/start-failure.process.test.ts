import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { product } from '#scripts/setup/product.js'
import { databaseFile, lockFile } from '#server/db/data-folder.ts'
import { processes, stop } from '#testing/process.ts'

const { folder, launch, start, end } = await processes()
after(end)
// Whom a folder in there belongs to is what counts below.
await chmod(folder, 0o755)

/** A data folder of its own. */
async function dataFolder(name: string): Promise<string> {
  await mkdir(join(folder, name))
  return join(folder, name)
}

async function refused(env: Record<string, string>, sentence: RegExp, uid?: number) {
  const { output, ended } = launch(env, uid === undefined ? {} : { uid })
  assert.equal(await Promise.race([ended, pause(20_000, 'it runs', { ref: false })]), 1, output())
  assert.match(output(), /^MovieBox can't start: [^\n]+\n$/, 'one sentence')
  assert.match(output(), sentence)
}

describe('the server refuses to start, in one sentence that names the variable,', { concurrency: 2 }, () => {
  for (const zone of ['Mars/Olympus', 'CET-1CEST', '+02:00'])
    test(`with TZ=${zone}, which Node would take for UTC`, () => refused({ TZ: zone }, /TZ must be the name of a time zone/))

  for (const [env, sentence] of [
    [{ MEDIA_URL: 's3://x' }, /MEDIA_URL must be an address like s3:/],
    [{ MEDIA_URL: 's3://pictures?region=eu-west-1' }, /AWS_ACCESS_KEY_ID is required for the store at MEDIA_URL/],
  ] as const)
    test(`with ${Object.keys(env)}=${Object.values(env)}, and no keys`, () => refused({ AWS_ACCESS_KEY_ID: '', ...env }, sentence))

  test(
    'on a folder that can not be made, where it once waited for ever',
    { skip: process.platform !== 'linux' && 'there is no /proc' },
    () => refused({ DATA_DIR: '/proc/nope/deeper' }, /\/proc\/nope is not writable\. .*DATA_DIR/),
  )

  test('with a folder in place of the database', async () => {
    const dataDir = await dataFolder('folder')
    await mkdir(databaseFile(dataDir))
    await refused({ DATA_DIR: dataDir }, /moviebox\.sqlite must be a file\. .*DATA_DIR/)
  })

  test('with a file in place of the pictures', async () => {
    const dataDir = await dataFolder('file')
    await writeFile(join(dataDir, 'media'), '')
    await refused({ DATA_DIR: dataDir }, /media must be a folder\. .*DATA_DIR/)
  })

  test('with garbage in place of the database, which it leaves alone', async () => {
    const dataDir = await dataFolder('garbage')
    await writeFile(databaseFile(dataDir), randomBytes(20_000))
    await refused({ DATA_DIR: dataDir }, /the database in the data folder \(DATA_DIR\) is damaged or not a database/)
  })

  test("with garbage in place of the lock, which isn't another server", async () => {
    const dataDir = await dataFolder('lock')
    await writeFile(lockFile(dataDir), randomBytes(20_000))
    await refused({ DATA_DIR: dataDir }, /server\.lock is damaged\. Delete the file/)
  })

  test("with another application's database", async () => {
    const dataDir = await dataFolder('foreign')
    const db = new DatabaseSync(databaseFile(dataDir))
    db.exec('create table invoices (id integer primary key)')
    await refused({ DATA_DIR: dataDir }, /another application's database\. Set DATA_DIR/)
    const tables = db.prepare('select name from sqlite_schema').all()
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['invoices'],
    )
    db.close()
  })
})

const stranger = otherAccount()

describe('the server refuses to start with what belongs to another account:', {
  skip: stranger.uid === undefined && process.getuid?.() === 0 ? 'the account "nobody" may not read this folder' : false,
  concurrency: 2,
}, () => {
  test('a folder', async () => {
    const dataDir = await dataFolder('closed')
    await chmod(dataDir, 0o555)
    await refused({ DATA_DIR: dataDir }, /closed is not writable\. .*DATA_DIR/, stranger.uid)
  })

  for (const name of ['moviebox.sqlite', 'server.lock', 'media']) {
    test(name, async () => {
      const dataDir = await dataFolder(`closed-${name}`)
      await stop(await start({ DATA_DIR: dataDir }))
      await chmod(dataDir, 0o777)
      await chmod(join(dataDir, name), name === 'media' ? 0o555 : 0o444)
      for (const other of ['moviebox.sqlite', 'server.lock', 'media', 'incoming'].filter((other) => other !== name))
        await chmod(join(dataDir, other), 0o777)
      await refused({ DATA_DIR: dataDir }, new RegExp(`/${name} is not writable\\. .*DATA_DIR`), stranger.uid)
    })
  }
})

/** Permissions don't restrict root, so under root the server runs as another account. */
function otherAccount(): { uid?: number } {
  if (process.getuid?.() !== 0) return {}
  try {
    const uid = Number(execFileSync('id', ['-u', 'nobody']))
    execFileSync('test', ['-r', product.file], { uid })
    return { uid }
  } catch {
    return {}
  }
}
