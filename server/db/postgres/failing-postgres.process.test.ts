import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { transact } from '#server/db/transaction.ts'
import { createDatabase, onServer, type TestApp, testApp } from '#testing/app.ts'
import { stopwatch } from '#testing/linux.ts'
import { processesOnPostgres, signIn, stop } from '#testing/process.ts'
import { startProxy } from '#testing/proxy.ts'

const { start, end, postgres } = await processesOnPostgres()
after(end)

const movie = (title: string) => ({ title, genre: 'Comedy', description: 'x', image: '', trailerUrl: 'https://youtu.be/abcdefgh' })
type Answer = { status: number; code: string | undefined; retryAfter: string | null }
/** Returns a function that tells the seconds since now, however busy the machine is. */
function timer(pid?: number) {
  const elapsed = stopwatch(pid)
  return () => elapsed() / 1000
}

/** Opens an app that the end of the block closes, even after a failed assertion: an open app keeps this file from ending. */
async function openApp(databaseUrl: string) {
  const app = await testApp({ databaseUrl })
  return { ...app, [Symbol.asyncDispose]: () => app.close() }
}

describe('while PostgreSQL', { concurrency: true }, () => {
  test('swallows every connection, signed-in callers are answered in 8 seconds, and the next ones find new connections', async () => {
    await using proxy = await startProxy(await createDatabase(postgres.url))
    await using app = await openApp(proxy.url)
    const calls = (count: number) => Promise.all(Array.from({ length: count }, () => app.call('GET', '/api/bookings', 'staff')))
    await calls(20)
    proxy.swallow()
    // New connections, opened because fewer were needed before, don't get through either.
    proxy.swallowNew(true)
    const [sinceReadiness, elapsed] = [timer(), timer()]
    const readiness = app.call('GET', '/readyz').then(({ status }) => [status, sinceReadiness()] as const)
    const replies = await calls(30)
    const took = elapsed()
    assert.ok(took < 8.5, `${took} s`)
    assert.deepEqual(new Set(replies.map(({ status, headers }) => `${status} ${headers['retry-after']}`)), new Set(['503 2']))
    const [ready, waited] = await readiness
    assert.ok(ready === 503 && waited < 2, `readiness: ${ready} after ${waited} s`)
    proxy.swallowNew(false)
    const again = timer()
    const next = await calls(10)
    const tookAgain = again()
    assert.deepEqual(new Set(next.map(({ status }) => status)), new Set([200]))
    assert.ok(tookAgain < 1, `${tookAgain} s`)
    await pause(1_100)
    assert.equal((await app.call('GET', '/readyz')).status, 200)
  })

  test('swallowed the idle connections, one caller finds out for all', async () => {
    await using proxy = await startProxy(await createDatabase(postgres.url))
    await using app = await openApp(proxy.url)
    await Promise.all(Array.from({ length: 20 }, () => app.call('GET', '/api/bookings', 'staff')))
    proxy.swallow()
    assert.equal((await app.call('GET', '/api/bookings', 'staff')).status, 503)
    const elapsed = timer()
    assert.equal((await app.call('GET', '/api/bookings', 'staff')).status, 200)
    const took = elapsed()
    assert.ok(took < 1, `${took} s`)
  })

  test('hangs, SIGTERM ends the process within 10 seconds', async () => {
    await using proxy = await startProxy(await createDatabase(postgres.url))
    const running = await start({ DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' })
    const headers = await signIn(running.url)
    proxy.swallow()
    proxy.swallowNew(true)
    const call = fetch(`${running.url}/api/bookings`, { headers }).catch(() => undefined)
    await pause(200)
    const elapsed = timer(running.process.pid)
    await stop(running)
    const took = elapsed()
    assert.ok(took < 10, `${took} s`)
    await call
  })

  test('holds a table until everybody has given up, nobody gets a 500', async () => {
    await using app = await openApp(await createDatabase(postgres.url))
    assert.equal((await app.call('POST', '/api/movies', 'staff', movie('A'))).status, 201)
    const holder = new pg.Client({ connectionString: app.config.databaseUrl })
    await holder.connect()
    await holder.query('begin; lock table movies in access exclusive mode')
    const replies = await Promise.all(Array.from({ length: 30 }, () => app.call('GET', '/api/movies', 'staff')))
    assert.deepEqual(new Set(replies.map(({ status, headers }) => `${status} ${headers['retry-after']}`)), new Set(['503 2']))
    await holder.query('rollback')
    assert.equal((await app.call('GET', '/api/movies', 'staff')).status, 200)
    await holder.end()
  })

  test('is read-only, changes get 503, reads go on, readiness says no until changes are taken again', async () => {
    await using app = await openApp(await createDatabase(postgres.url))
    const readOnly = async (value: 'on' | 'off') => {
      const name = new URL(app.config.databaseUrl ?? '').pathname.slice(1)
      await onServer(postgres.url, `alter database ${name} set default_transaction_read_only = ${value}`)
      await onServer(postgres.url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
      await pause(100)
    }
    const create = async () => {
      const { status, headers } = await app.call('POST', '/api/movies', 'staff', movie('A'))
      return [status, headers['retry-after']]
    }
    await readOnly('on')
    assert.deepEqual(await create(), [503, '2'])
    assert.equal((await app.call('GET', '/api/bookings', 'staff')).status, 200)
    assert.equal((await app.call('GET', '/readyz')).status, 503)
    await readOnly('off')
    await pause(1_100)
    assert.equal((await app.call('GET', '/readyz')).status, 200)
    assert.deepEqual(await create(), [201, undefined])
  })

  describe('loses a connection', () => {
    async function withProxy(work: (app: TestApp, lose: (words: string) => void) => Promise<void>) {
      await using proxy = await startProxy(await createDatabase(postgres.url))
      await using app = await openApp(proxy.url)
      await work(app, proxy.loseAnswerTo)
    }
    const titles = async (app: TestApp) => {
      const { body }: { body: { title: string }[] } = await app.call('GET', '/api/movies')
      return body.map(({ title }) => title)
    }
    const create = async (app: TestApp, headers?: Record<string, string>) => {
      const { status, body }: { status: number; body: { code?: string } } = await app.call(
        'POST',
        '/api/movies',
        'staff',
        movie('A'),
        headers,
      )
      return [status, body.code]
    }

    test('before the commit, nothing is stored', () =>
      withProxy(async (app, lose) => {
        lose('insert into "history"')
        assert.deepEqual(await create(app), [503, 'busy'])
        assert.deepEqual(await titles(app), [])
      }))

    test('before the rollback, what failed is told all the same', () =>
      withProxy(async (app, lose) => {
        const work = transact(app.db, undefined, async () => {
          lose('rollback')
          throw new RangeError('ours')
        })
        await assert.rejects(work, RangeError)
      }))

    test('during the commit, the caller is told that it is not known', () =>
      withProxy(async (app, lose) => {
        lose('commit')
        assert.deepEqual(await create(app), [503, 'outcome_unknown'])
        assert.deepEqual(await titles(app), ['A'])
      }))

    test('during the commit of a request that names itself, repeating it is safe', () =>
      withProxy(async (app, lose) => {
        const named = { 'idempotency-key': 'once' }
        lose('commit')
        assert.deepEqual(await create(app, named), [503, 'outcome_unknown'])
        assert.deepEqual(await create(app, named), [201, undefined])
        assert.deepEqual(await titles(app), ['A'])
      }))
  })
})

test('PostgreSQL is restarted three times while twenty people work: the server lives, says 503 with Retry-After, and is back in a second', async (t) => {
  const running = await start({ DATABASE_URL: await createDatabase(postgres.url), LOG_LEVEL: 'silent' })
  const headers = await signIn(running.url)
  let answers: Answer[] = []
  let working = true
  // Runs after a failed assertion too, so that the workers stop.
  t.after(() => {
    working = false
  })
  const work = async (method: 'GET' | 'POST') => {
    while (working) {
      const body = method === 'POST' ? JSON.stringify(movie('A')) : null
      const reply = await fetch(`${running.url}/api/movies${method === 'GET' ? '?limit=1' : ''}`, { method, headers, body })
      const { code } = ((await reply.json()) ?? {}) as { code?: string }
      answers.push({ status: reply.status, code, retryAfter: reply.headers.get('retry-after') })
    }
  }
  const people = Array.from({ length: 20 }, (_, i) => work(i % 2 ? 'POST' : 'GET'))
  for (let round = 0; round < 3; round++) {
    await pause(300)
    await postgres.stop()
    await pause(300)
    await postgres.start()
    const elapsed = timer(running.process.pid)
    while ((await fetch(`${running.url}/api/bookings`, { headers })).status !== 200) await pause(20)
    const took = elapsed()
    assert.ok(took < 1, `back after ${took} s`)
    const failed = answers.filter(({ status }) => status >= 300)
    assert.ok(failed.length > 0 && failed.length < answers.length, `${failed.length} of ${answers.length} failed`)
    for (const { status, code, retryAfter } of failed) {
      assert.ok(status === 503 && retryAfter !== null && code !== 'internal', `${status} ${code} ${retryAfter}`)
    }
    answers = []
  }
  working = false
  await Promise.all(people)
  assert.equal(running.process.exitCode, null)
  assert.equal(await stop(running), 0)
})

test('an operator ends connections again and again while twenty people work: nobody gets a 500, and each is told what happened', async (t) => {
  const url = await createDatabase(postgres.url)
  const running = await start({ DATABASE_URL: url, LOG_LEVEL: 'silent' })
  const headers = await signIn(running.url)
  const answers: (Answer & { title: string | undefined })[] = []
  let working = true
  // Runs after a failed assertion too, so that the workers stop.
  t.after(() => {
    working = false
  })
  const work = async (person: number) => {
    for (let turn = 0; working; turn++) {
      const title = turn % 2 ? undefined : `Film ${turn} of ${person}`
      const [method, body] = title ? (['POST', JSON.stringify(movie(title))] as const) : (['GET', null] as const)
      const reply = await fetch(`${running.url}/api/movies${title ? '' : '?limit=1'}`, { method, headers, body })
      const { code } = ((await reply.json()) ?? {}) as { code?: string }
      answers.push({ status: reply.status, code, retryAfter: reply.headers.get('retry-after'), title })
    }
  }
  const people = Array.from({ length: 20 }, (_, person) => work(person))
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  let ended = 0
  for (let round = 0; round < 12; round++) {
    await pause(200)
    ended += (await operator.query(`select pg_terminate_backend(pid) ${others}`)).rowCount ?? 0
  }
  working = false
  await Promise.all(people)

  const failed = answers.filter(({ status }) => status >= 300)
  assert.ok(
    ended > 30 && failed.length > 0 && failed.length < answers.length / 2,
    `${ended} ended, ${failed.length} of ${answers.length} failed`,
  )
  for (const { status, code, retryAfter } of failed)
    assert.ok(status === 503 && retryAfter !== null && code !== 'internal', `${status} ${code} ${retryAfter}`)
  const { rows } = await operator.query<{ title: string }>('select title from movies')
  await operator.end()
  const stored = new Set(rows.map(({ title }) => title))
  assert.equal(stored.size, rows.length, 'nothing twice')
  for (const { title, status, code } of answers)
    if (title && code !== 'outcome_unknown') assert.equal(stored.has(title), status === 201, `${title}: ${status} ${code}`)
  assert.equal((await fetch(`${running.url}/api/bookings`, { headers })).status, 200)
  assert.equal(running.process.exitCode, null)
  assert.equal(await stop(running), 0)
})
