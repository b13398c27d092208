import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openProduct } from '#server/product.ts'
import { createDatabase, onServer, testApp } from '#testing/app.ts'
import { startPostgres, type TestPostgres } from '#testing/postgres.ts'
import { processes, stop } from '#testing/process.ts'
import { someBranch } from '#testing/some-branch.ts'

const { launch, started, start, end } = await processes()
let postgres: TestPostgres
before(async () => {
  postgres = await startPostgres()
})
after(async () => {
  await end()
  await postgres[Symbol.asyncDispose]()
})

test('180 bookings at once with one code over three servers: each is taken, and counted', async (t) => {
  const app = await testApp({ databaseUrl: await createDatabase(postgres.url) })
  t.after(() => app.close())
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-several-'))
  t.after(() => rm(folder, { recursive: true }))
  const others = await Promise.all(['b', 'c'].map((name) => openProduct({ ...app.config, dataDir: join(folder, name) })))
  for (const other of others) t.after(() => other.close())
  const branchName = await someBranch(app)
  await app.call('POST', '/api/promo-codes', 'staff', { code: 'FRIDAY', percentage: 20 })
  const payload = {
    branchName,
    date: '2026-11-27',
    time: '19:30',
    fullName: 'Ada Byron',
    phoneNumber: '+44 20 7946 0121',
    status: 0,
    promoCode: 'FRIDAY',
    discountPercentage: 0,
  }
  const headers = { authorization: `Bearer ${app.tokens.staff}` }
  const book = (server: typeof app.app) => server.inject({ method: 'POST', url: '/api/bookings', headers, payload })
  const all = [app.app, ...others.map((other) => other.app)]
  const replies = await Promise.all(Array.from({ length: 180 }, (_, i) => book(all[i % 3] ?? app.app)))
  assert.deepEqual(new Set(replies.map(({ statusCode }) => statusCode)), new Set([201]))
  const { uses } = await app.db.selectFrom('promoCodes').select('uses').executeTakeFirstOrThrow()
  assert.equal(uses, 180)
})

describe('the server on PostgreSQL', { concurrency: 2 }, () => {
  async function refused(url: string, sentence: RegExp) {
    const { output, ended } = launch({ DATABASE_URL: url })
    assert.equal(await Promise.race([ended, pause(20_000, 'it runs', { ref: false })]), 1, output())
    assert.match(output(), /^MovieBox can't start: [^\n]*DATABASE_URL[^\n]*\n$/, 'one sentence')
    assert.match(output(), sentence)
  }
  const other = (change: Partial<URL>) => Object.assign(new URL(postgres.url), change).href

  test('refuses to start with a wrong password', () => refused(other({ password: 'wrong' }), /user, password or database name is wrong/))

  test('refuses to start with a database that is not there', () => refused(other({ pathname: '/none' }), /database name is wrong/))

  test('refuses to start with a host that is not known', () =>
    refused(other({ hostname: 'no-such-host.invalid' }), /a host that is not known/))

  test("refuses to start on another application's tables, and leaves them alone", async () => {
    for (const table of ['movies', 'migrations']) {
      const url = await createDatabase(postgres.url)
      await onServer(url, `create table ${table} (title text)`)
      await refused(url, /holds another application's tables/)
      await onServer(url, `insert into ${table} (title) values ('still as it was')`)
    }
  })
})

test('a server that starts before PostgreSQL says that it waits, and starts when that is up', async () => {
  const url = await createDatabase(postgres.url)
  await postgres.stop()
  const early = launch({ DATABASE_URL: url })
  while (early.output() === '' && early.process.exitCode === null) await pause(20)
  assert.match(early.output(), /^The database at DATABASE_URL doesn't answer yet\. Waiting up to 60 seconds for it…\n$/)
  await pause(700)
  assert.equal(early.process.exitCode, null)
  await postgres.start()
  const running = await started(early)
  assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
  assert.equal(await stop(running), 0)
  const again = await start({ DATABASE_URL: url })
  assert.doesNotMatch(again.output(), /Waiting/)
  await stop(again)
})
