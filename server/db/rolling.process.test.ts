import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDatabase } from '#testing/app.ts'
import { laterMigration } from '#testing/later-migration.ts'
import { stopwatch } from '#testing/linux.ts'
import { processesOnPostgres, type Running, signIn, stop } from '#testing/process.ts'
import { migrate, migrations } from './migrate.ts'
import { openDatabase } from './open.ts'

/** Rolling updates: how one server of several is replaced by another, the next version or the same one. */
const { folder, launch, start, end, postgres } = await processesOnPostgres()
after(end)

const movie = (title: string) => ({ title, genre: 'Comedy', description: 'x', image: '', trailerUrl: 'https://youtu.be/abcdefgh' })

describe('a server that is told to stop', { concurrency: true }, () => {
  const dataDir = (name: string) => ({ DATA_DIR: join(folder, name), DRAIN_SECONDS: '2' })

  test('says so first, answers for a while, and ends each connection with its answer', async () => {
    const running = await start(dataDir('leaving'))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = (path: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        request(running.url + path, { agent }, (response) => resolve(response.resume()))
          .on('error', reject)
          .end()
      })
    for (let round = 0; round < 2; round++) assert.equal((await get('/api/movies')).headers.connection, 'keep-alive')
    const [begin, sinceSignal, elapsed] = [performance.now(), stopwatch(running.process.pid), stopwatch(running.process.pid)]
    const ended = stop(running)
    while ((await get('/readyz')).statusCode === 200) assert.ok(sinceSignal() < 1_000)
    for (const path of ['/api/movies', '/api/movies', '/livez', '/']) {
      const { statusCode, headers } = await get(path)
      assert.deepEqual([statusCode, headers.connection], [200, 'close'], path)
    }
    assert.equal(await ended, 0)
    assert.ok(performance.now() - begin > 1_900, `${performance.now() - begin} ms`)
    const took = elapsed()
    assert.ok(took < 5_000, `${took} ms`)
    agent.destroy()
  })

  test('by somebody at the keyboard stops at once', async () => {
    const running = await start(dataDir('keyboard'))
    const elapsed = stopwatch(running.process.pid)
    assert.equal(await stop(running, 'SIGINT'), 0)
    const took = elapsed()
    assert.ok(took < 1_500, `${took} ms`)
  })
})

test('servers of the last version go on, and start, on a database that the next one has added to', async () => {
  const DATABASE_URL = await createDatabase(postgres.url)
  const running = await start({ DATABASE_URL, DATA_DIR: join(folder, 'last') })
  const headers = await signIn(running.url)
  const existing = await work(running, headers)
  const db = openDatabase({ url: DATABASE_URL, file: '' })
  await migrate(db, [...migrations, laterMigration])
  await db.destroy()
  const late = await start({ DATABASE_URL, DATA_DIR: join(folder, 'late') })
  for (const server of [running, late]) {
    await work(server, headers)
    await change(server, headers, existing)
  }
  assert.equal(await stop(running), 0)
  assert.equal(await stop(late), 0)
})

/** Does one of each kind of daily work. Returns the film that was created. */
async function work({ url }: Running, headers: Record<string, string>): Promise<string> {
  const name = `Branch ${Math.random()}`
  const where = { name, address: 'Main Street 1', googleMapsUrl: 'https://maps.example.com', images: [] }
  const code = `CODE${Math.random()}`.slice(0, 12).replace('.', '')
  const booking = { branchName: name, date: '2031-11-27', time: '19:30', fullName: 'Ada', phoneNumber: '+44 20 7946 0121', status: 0 }
  const send = async (path: string, body: object) => {
    const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.ok(reply.ok, `${path}: ${reply.status} ${await reply.clone().text()}`)
    return (await reply.json()) as { _id: string }
  }
  await send('/login', { username: 'admin', password: 'popcorn-and-velvet' })
  await send('/branches', where)
  await send('/promo-codes', { code, percentage: 20 })
  await send('/bookings', { ...booking, promoCode: code, discountPercentage: 0 })
  return (await send('/movies', movie('A')))._id
}

async function change({ url }: Running, headers: Record<string, string>, id: string): Promise<void> {
  const film = `${url}/api/movies/${id}`
  for (const [method, path, body] of [
    ['PUT', film, JSON.stringify(movie('B'))],
    ['DELETE', film, null],
    ['POST', `${film}/restoration`, null],
    ['GET', `${film}/history`, null],
    ['GET', `${url}/api/movies?q=b`, null],
  ] as const) {
    const reply = await fetch(path, { method, headers, body })
    assert.ok(reply.ok, `${method} ${path}: ${reply.status}`)
  }
}

test('a server that dies in the middle of a migration leaves nothing of it, and keeps nobody waiting', async () => {
  const DATABASE_URL = await createDatabase(postgres.url)
  const running = await start({ DATABASE_URL, DATA_DIR: join(folder, 'survivor') })
  const headers = await signIn(running.url)
  const program = join(import.meta.dirname, '..', '..', 'testing', 'dying-migration.ts')
  const dying = launch({ DATABASE_URL }, { program })
  while (!dying.output().includes('in the middle')) await pause(20)
  await stop(dying, 'SIGKILL')
  await work(running, headers)
  const late = await start({ DATABASE_URL, DATA_DIR: join(folder, 'afterwards') })
  await work(late, headers)
  const db = openDatabase({ url: DATABASE_URL, file: '' })
  const halves = async () => (await sql<{ name: string }>`select name from halves order by name`.execute(db)).rows.map(({ name }) => name)
  await assert.rejects(halves, { code: '42P01' }, 'nothing half done is visible')
  const next = launch({ DATABASE_URL }, { program })
  assert.equal(await next.ended, 0, next.output())
  assert.deepEqual(await halves(), ['one', 'two'])
  await db.destroy()
  await Promise.all([stop(running), stop(late)])
})
