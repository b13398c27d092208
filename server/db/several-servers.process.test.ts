import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, onServer } from '#testing/app.ts'
import { processesOnPostgres, stop } from '#testing/process.ts'

const { launch, started, start, end, postgres } = await processesOnPostgres()
after(end)

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

  test('refuses to start with a host that is not known', () => refused(other({ hostname: 'no-such-host.invalid' }), /an unknown host/))

  test("refuses to start on another application's tables, and leaves them alone", async () => {
    for (const table of ['movies', 'migrations']) {
      const url = await createDatabase(postgres.url)
      await onServer(url, `create table ${table} (title text)`)
      await refused(url, /contains tables of another application/)
      await onServer(url, `insert into ${table} (title) values ('still as it was')`)
    }
  })
})

test('a server that starts before PostgreSQL says that it waits, and starts when that is up', async () => {
  const url = await createDatabase(postgres.url)
  await postgres.stop()
  const early = launch({ DATABASE_URL: url })
  while (early.output() === '' && early.process.exitCode === null) await pause(20)
  assert.match(early.output(), /^The database at DATABASE_URL does not respond yet\. Waiting up to 60 seconds…\n$/)
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
