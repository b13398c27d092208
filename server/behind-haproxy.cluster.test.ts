import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#scripts/free-port.js'
import { type Haproxy, startHaproxy } from '#testing/haproxy.ts'
import { processes, type Running, signIn, stop } from '#testing/process.ts'
import { type Pair, startPair } from '#testing/standby.ts'

/** Three servers behind HAProxy, on a PostgreSQL whose commits wait for a standby. */
const { folder, start, end } = await processes()
let pair: Pair
let proxy: Haproxy
let servers: Running[]
let headers: Record<string, string>
const ports = [await freePort(), await freePort(), await freePort()]
const startAt = (port: number) =>
  start({ DATABASE_URL: pair.url, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'silent', TRUST_PROXY: '1', DRAIN_SECONDS: '1' })

before(async () => {
  pair = await startPair()
  servers = await Promise.all(ports.map(startAt))
  proxy = await startHaproxy(ports)
  headers = await signIn(proxy.url)
})
after(async () => {
  await proxy?.[Symbol.asyncDispose]()
  await end()
  await pair?.[Symbol.asyncDispose]()
})

type Told = { status: number; code: string | undefined; at: number; title: string | undefined }

/** Sixteen people who read and write without a pause while `events` happen, and what each of them was told. */
async function underLoad(events: () => Promise<void>): Promise<Told[]> {
  const told: Told[] = []
  let working = true
  const person = async (name: number) => {
    for (let turn = 0; working; turn++) {
      const title = turn % 3 === 0 ? `Film ${turn} of ${name} ${performance.now()}` : undefined
      const film = { title, genre: 'Comedy', description: 'x', image: '', trailerUrl: 'https://youtu.be/abcdefgh' }
      const [method, path, body] = title
        ? (['POST', '/api/movies', JSON.stringify(film)] as const)
        : (['GET', turn % 3 === 1 ? '/api/movies?limit=5' : '/api/bookings', null] as const)
      const reply = await fetch(proxy.url + path, { method, headers, body }).catch(() => undefined)
      const text = await reply?.text().catch(() => '')
      const code = reply?.ok ? undefined : /"code":"(\w+)"/.exec(text ?? '')?.[1]
      told.push({ status: reply?.status ?? 0, code, at: performance.now(), title })
    }
  }
  const people = Array.from({ length: 16 }, (_, name) => person(name))
  try {
    await events()
  } finally {
    working = false
    await Promise.all(people)
  }
  return told
}

const refused = (told: Told[]) => told.filter(({ status }) => status >= 300 || status === 0).map(({ status, code }) => `${status} ${code}`)

async function requireStored(told: Told[], at: string) {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  const { rows } = await client.query<{ title: string }>('select title from movies')
  await client.end()
  const stored = new Set(rows.map(({ title }) => title))
  const acknowledged = told.filter(({ title, status }) => title && status === 201)
  assert.ok(acknowledged.length > 20, `${acknowledged.length}`)
  assert.deepEqual(
    acknowledged.filter(({ title }) => !stored.has(title ?? '')),
    [],
  )
}

describe('three servers behind HAProxy', () => {
  test('are restarted one after the other under load: nobody is refused', async (t) => {
    const told = await underLoad(async () => {
      for (const [at, port] of ports.entries()) {
        const server = servers[at]
        assert.equal(server && (await stop(server)), 0)
        servers[at] = await startAt(port)
        await pause(500)
      }
    })
    t.diagnostic(`${told.length} requests, ${refused(told).length} refused`)
    assert.deepEqual(refused(told), [])
    await requireStored(told, pair.primary.url)
  })

  test('one of which is killed under load: only what it was about to answer is lost', async (t) => {
    let killed = 0
    const told = await underLoad(async () => {
      await pause(500)
      killed = performance.now()
      const [server] = servers
      await (server && stop(server, 'SIGKILL'))
      await pause(2_000)
    })
    t.diagnostic(`${told.length} requests, refused: ${refused(told).join(', ') || 'none'}`)
    // Of sixteen people a third was with this server.
    assert.ok(refused(told).length <= 16, refused(told).join())
    assert.deepEqual(refused(told.filter(({ at }) => at > killed + 1_000)), [])
    await requireStored(told, pair.primary.url)
    servers[0] = await startAt(ports[0] ?? 0)
  })

  test('whose primary is killed under load, and the standby promoted: nothing acknowledged is lost', async (t) => {
    let [killed, promoted] = [0, 0]
    const told = await underLoad(async () => {
      await pause(500)
      killed = performance.now()
      await pair.primary.stop('SIGKILL')
      await pair.standby.promote()
      promoted = performance.now()
      await pause(3_000)
    })
    const first = told.find(({ at, title, status }) => at > promoted && title && status === 201)
    assert.ok(first, 'nobody can write')
    t.diagnostic(
      `out for ${((first.at - killed) / 1000).toFixed(2)} s, of which ${((promoted - killed) / 1000).toFixed(2)} s were the promotion`,
    )
    assert.ok(first.at - promoted < 15_000)
    await requireStored(told, pair.standby.url)
    assert.deepEqual([...new Set(refused(told.filter(({ at }) => at > promoted + 2_500)))], [])
  })
})
