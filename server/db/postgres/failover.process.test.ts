import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '#server/db/open.ts'
import { postgresRevision } from '#server/db/revision.ts'
import { createDatabase, onServer } from '#testing/app.ts'
import { eventually } from '#testing/pictures.ts'
import { startPostgres } from '#testing/postgres.ts'
import { processes, signIn, stop } from '#testing/process.ts'
import { startPair } from '#testing/standby.ts'

const { start, end } = await processes()
after(end)

const seconds = (since: number) => (performance.now() - since) / 1000
const movie = (title: string) =>
  JSON.stringify({ title, genre: 'Comedy', description: 'x', image: '', trailerUrl: 'https://youtu.be/abcdefgh' })

test('the primary is killed and its standby takes over while twenty people write: nothing acknowledged is lost, and writes go on', async (t) => {
  await using pair = await startPair()
  const running = await start({ DATABASE_URL: pair.url, LOG_LEVEL: 'silent' })
  const headers = await signIn(running.url)
  const acknowledged: { title: string; at: number }[] = []
  const refusals: string[] = []
  let working = true
  // Runs after a failed assertion too, so that the writers stop.
  t.after(() => {
    working = false
  })
  const writer = async (name: number) => {
    for (let turn = 0; working; turn++) {
      const title = `Film ${turn} of ${name}`
      const reply = await fetch(`${running.url}/api/movies`, { method: 'POST', headers, body: movie(title) })
      const { code } = (await reply.json()) as { code?: string }
      if (reply.status === 201) acknowledged.push({ title, at: performance.now() })
      else refusals.push(`${reply.status} ${code}`)
    }
  }
  const writers = Array.from({ length: 20 }, (_, name) => writer(name))
  while (acknowledged.length < 100) await pause(20)
  const killed = performance.now()
  await pair.primary.stop('SIGKILL')
  await pair.standby.promote()
  const promoted = performance.now()
  while (!acknowledged.some(({ at }) => at > promoted)) {
    assert.ok(seconds(promoted) < 15, 'nobody can write')
    await pause(20)
  }
  await pause(500)
  working = false
  await Promise.all(writers)
  const [before, first] = [acknowledged.filter(({ at }) => at < killed), acknowledged.find(({ at }) => at > promoted)]
  t.diagnostic(
    `${acknowledged.length} acknowledged, ${before.length} of them before; out for ${(((first?.at ?? 0) - killed) / 1000).toFixed(2)} s, of which ${((promoted - killed) / 1000).toFixed(2)} s were the promotion; ${refusals.length} refused`,
  )
  assert.deepEqual(new Set(refusals).difference(new Set(['503 busy', '503 outcome_unknown'])), new Set())
  const stored = new Set((await rowsOf<{ title: string }>(pair.standby.url, 'select title from movies')).map(({ title }) => title))
  assert.deepEqual(
    acknowledged.filter(({ title }) => !stored.has(title)),
    [],
  )
  assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
  assert.equal(await stop(running), 0)
})

test('a commit whose wait for the standby was ended by somebody is not acknowledged', async () => {
  await using pair = await startPair()
  const running = await start({ DATABASE_URL: pair.url, LOG_LEVEL: 'silent' })
  const headers = await signIn(running.url)
  await pair.standby.stop()
  let isTold = false
  const reply = fetch(`${running.url}/api/movies`, { method: 'POST', headers, body: movie('A') }).finally(() => {
    isTold = true
  })
  const waits = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
  // The background jobs may wait there as well.
  for (; !isTold; await pause(20)) await rowsOf(pair.primary.url, waits)
  assert.equal((await reply).status, 503)
  assert.equal(((await (await reply).json()) as { code: string }).code, 'outcome_unknown')
  await pair.standby.start()
  assert.equal((await fetch(`${running.url}/api/movies`, { method: 'POST', headers, body: movie('B') })).status, 201)
  await stop(running)
})

test('what was known of the state of one server says nothing of the one that takes over', async () => {
  await using pair = await startPair()
  const db = openDatabase({ url: pair.url, file: '' })
  const revision = postgresRevision(db)
  const before = await revision.now()
  assert.notEqual(before, undefined)
  assert.equal(await revision.now(), before, 'nobody does anything')
  await pair.primary.stop('SIGKILL')
  await pair.standby.promote()
  let state = await revision.now()
  for (; state === undefined; await pause(20)) state = await revision.now()
  assert.notEqual(state, before)
  await db.destroy()
})

test('of several hosts the one that takes changes is used, and left with all connections when another one does', async () => {
  const [one, two] = [await startPostgres(), await startPostgres()]
  await using _one = one
  await using _two = two
  const name = new URL(await createDatabase(one.url)).pathname.slice(1)
  await onServer(two.url, `create database ${name}`)
  const setting = "select current_setting('default_transaction_read_only') as value"
  const takeChanges = async (server: string, value: 'on' | 'off') => {
    const isReadOnly = value === 'on' ? 'off' : 'on'
    await onServer(server, `alter system set default_transaction_read_only = ${isReadOnly}`)
    await onServer(server, 'select pg_reload_conf()')
    await eventually(async () => (await rowsOf<{ value: string }>(server, setting))[0]?.value === isReadOnly)
  }
  const [first, second] = [new URL(one.url), new URL(two.url)]
  // Each server has generated a password of its own.
  await onServer(two.url, `alter user postgres password '${first.password}'`)
  second.password = first.password
  await takeChanges(second.href, 'off')
  const db = openDatabase({ url: `postgres://postgres:${first.password}@${second.host},${first.host}/${name}`, file: '' })
  const write = () => sql`create table if not exists written (at text)`.execute(db)
  const connections = async (server: string) => (await rowsOf(server, `select 1 from pg_stat_activity where datname = '${name}'`)).length
  const revision = postgresRevision(db)
  const tells = async (server: string) => {
    const [{ since } = { since: '' }] = await rowsOf<{ since: string }>(server, 'select pg_postmaster_start_time()::text as since')
    return String(await revision.now()).includes(since)
  }
  await Promise.all([write(), write(), write()].map((each) => each.catch(() => {})))
  await write()
  assert.equal(await connections(second.href), 0)
  assert.ok((await connections(first.href)) > 0)
  assert.ok(await tells(first.href))

  await takeChanges(first.href, 'off')
  await takeChanges(second.href, 'on')
  await pause(200)
  await assert.rejects(write(), { code: '25006' })
  await write()
  assert.ok(await tells(second.href))
  assert.ok((await connections(second.href)) > 0)
  await eventually(async () => (await connections(first.href)) === 0)

  // If both are writable, the current host was cut off, and the other has taken over.
  await takeChanges(first.href, 'on')
  await pause(200)
  await rowsOf(second.href, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await pause(100)
  await write()
  assert.ok((await connections(first.href)) > 0)
  assert.equal(await connections(second.href), 0)

  // Frequent revision queries notice the failover before a write does.
  {
    using _asking = interval(() => void revision.now())
    assert.ok(await tells(first.href))
    await takeChanges(first.href, 'off')
    await takeChanges(second.href, 'on')
    await pause(200)
    await write()
    assert.ok(await tells(second.href))
    await eventually(async () => (await connections(first.href)) === 0)
  }

  await takeChanges(first.href, 'off')
  await takeChanges(second.href, 'off')
  await pause(200)
  await assert.rejects(write(), { code: '25006' })
  await assert.rejects(write(), new RegExp(`${second.host}: is read-only, ${first.host}: is read-only`))
  revision.close()
  await db.destroy()
})

function interval(run: () => void): Disposable {
  const timer = setInterval(run, 20)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function rowsOf<Row extends object>(server: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query<Row>(query)
  await client.end()
  return rows
}
