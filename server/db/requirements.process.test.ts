import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createDatabase, onServer } from '#testing/app.ts'
import { processesOnPostgres, stop } from '#testing/process.ts'
import { openDatabase } from './open.ts'

const { folder, launch, start, postgres, end } = await processesOnPostgres()
after(end)

const serverFolder = join(import.meta.dirname, '..')
const programs = {
  backup: { program: join(serverFolder, 'commands', 'backup.ts'), words: ['backup'] },
  verify: { program: join(serverFolder, 'commands', 'verify.ts') },
  users: { program: join(serverFolder, 'commands', 'users.ts') },
}
const archive = join(folder, 'chain.tar')

before(async () => {
  await stop(await start())
  const { ended, output } = launch({}, { program: programs.backup.program, words: ['backup', archive] })
  assert.equal(await ended, 0, output())
})

async function latin1(): Promise<string> {
  await onServer(postgres.url, "create database latin1 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0")
  return Object.assign(new URL(postgres.url), { pathname: '/latin1' }).href
}

/** Ends with a code that isn't 0, and says one sentence. */
async function refused({ ended, output }: ReturnType<typeof launch>, sentence: RegExp) {
  assert.notEqual(await ended, 0)
  assert.match(output(), sentence)
  assert.equal(output().trim().split('\n').length, 1, output())
}

async function tablesIn(url: string): Promise<string[]> {
  const db = openDatabase({ url, file: '' })
  try {
    return (await db.introspection.getTables()).map(({ name }) => name)
  } finally {
    await db.destroy()
  }
}

test('a PostgreSQL with another encoding than UTF8 is refused in one sentence, by the server and by restore, and left as it is', async () => {
  const DATABASE_URL = await latin1()
  const sentence = /the database at DATABASE_URL uses the encoding LATIN1, which can't store all text\. .*UTF8\.$/m
  await refused(launch({ DATABASE_URL }), sentence)
  const restoring = launch({ DATABASE_URL, DATA_DIR: join(folder, 'latin1') }, { ...programs.backup, words: ['restore', archive] })
  await refused(restoring, sentence)
  assert.doesNotMatch(restoring.output(), /damaged/)
  for (const how of Object.values(programs)) await refused(launch({ DATABASE_URL, DATA_DIR: join(folder, 'latin1') }, how), sentence)
  assert.deepEqual(await tablesIn(DATABASE_URL), [])
})

test('a schema of search_path that is not there is named', async () => {
  const DATABASE_URL = `${await createDatabase(postgres.url)}?options=-c%20search_path%3Dcinema`
  await refused(launch({ DATABASE_URL }), /has none of the schemas in its search_path \(cinema\)\. Create a schema/)
})

describe('on an empty PostgreSQL', () => {
  for (const [name, how] of Object.entries(programs))
    test(`npm run ${name} says that there is nothing yet, and creates nothing`, async () => {
      const DATABASE_URL = await createDatabase(postgres.url)
      const [DATA_DIR, BACKUP_DIR] = [join(folder, `empty-${name}`), join(folder, `backups-${name}`)]
      await mkdir(DATA_DIR)
      await refused(
        launch({ DATABASE_URL, DATA_DIR, BACKUP_DIR }, how),
        /^The command failed: the database at DATABASE_URL has no MovieBox data yet\. Start MovieBox with this database first, or restore a backup\.$/m,
      )
      assert.deepEqual(await tablesIn(DATABASE_URL), [])
      assert.deepEqual([await readdir(DATA_DIR), existsSync(BACKUP_DIR)], [[], false])
    })
})
