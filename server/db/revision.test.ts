import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { onServer, type TestApp, testApp } from '#testing/app.ts'
import { eventually } from '#testing/pictures.ts'
import { sqliteRevision } from './revision.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const now = async () => {
  await setImmediate()
  return app.revision.now()
}
const store = () => app.call('POST', '/api/menus', 'staff', { name: 'Popcorn', image: '', description: 'Salted.' })

/** Other databases of the same PostgreSQL server move its transactions on, and other tests work there: one quiet moment is enough. */
async function staysWhileRead() {
  for (let tries = 0; tries < 100; tries++) {
    const first = await now()
    await app.call('GET', '/api/menus')
    if ((await now()) === first) return true
  }
  return false
}

describe('the state of a database', () => {
  test('stays the same while nobody stores anything, and is another one after whatever is stored', async () => {
    assert.notEqual(await now(), undefined)
    assert.ok(await staysWhileRead())
    const seen = new Set([await now()])
    for (let changes = 0; changes < 20; changes++) {
      assert.equal((await store()).status, 201)
      seen.add(await now())
    }
    assert.equal(seen.size, 21)
  })

  test('isn’t told from a question that was under way before somebody asked', async () => {
    const first = app.revision.now()
    // SQLite answers at once.
    if (!(first instanceof Promise)) return
    assert.equal(app.revision.now(), first, 'two who ask at once share a question')
    await Promise.resolve().then(() => {})
    const second = app.revision.now()
    assert.notEqual(second, first)
    await Promise.all([first, second])
  })

  test('is another one once every connection broke: PostgreSQL may have crashed, and give numbers of transactions anew', async () => {
    const url = app.config.databaseUrl
    // SQLite has none.
    if (url === undefined) return
    const generation = async () => {
      for (let tries = 0; tries < 100; tries++) {
        const state = await now()
        if (state !== undefined) return Number(String(state).split(' ')[0])
        await pause(20)
      }
      throw new Error('Its state stays unknown.')
    }
    const before = await generation()
    assert.equal(await generation(), before)
    const [server, name] = [process.env.TEST_DATABASE_URL ?? '', new URL(url).pathname.slice(1)]
    await onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    // The backends end a moment after they were told.
    await eventually(async () => (await generation()) !== before)
    assert.ok((await generation()) > before)
  })

  test('is unknown where the file can not be asked, and not the one of before', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'moviebox-revision-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'some.sqlite')
    const db = new DatabaseSync(file)
    db.exec('create table some (id integer)')
    db.close()
    const revision = sqliteRevision(file)
    assert.equal(typeof revision.now(), 'number')
    // In the same turn of the event loop, and longer after than answers are shared.
    for (const asked = performance.now(); performance.now() - asked < 3; );
    revision.close()
    assert.equal(revision.now(), undefined)
  })
})
