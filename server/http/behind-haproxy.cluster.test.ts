import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Image } from '#contract/images.ts'
import { renditions } from '#contract/pictures.ts'
import { multipartBody, picture } from '#testing/pictures.ts'
import { signIn, stop } from '#testing/process.ts'
import { startStack } from '#testing/stack.ts'

const { url: address, servers, startAt, pair, end } = await startStack()
after(end)
let headers: Record<string, string>
before(async () => {
  headers = await signIn(address)
})

type Told = { status: number; code: string | undefined; at: number; title: string | undefined; image: Image | undefined }

/** Sixteen people who read and write without a pause while `events` happen, two of whom upload pictures and look at them, and what each was told. */
async function underLoad(events: () => Promise<void>): Promise<Told[]> {
  const told: Told[] = []
  let working = true
  async function ask(method: string, path: string, { title, body = null, type }: { title?: string; body?: Sent; type?: string } = {}) {
    const sent = { ...headers, ...(type && { 'content-type': type }) }
    const reply = await fetch(address + path, { method, headers: sent, body }).catch(() => undefined)
    const text = (await reply?.text().catch(() => undefined)) ?? ''
    const code = reply?.ok ? undefined : /"code":"(\w+)"/.exec(text)?.[1]
    const image = type && reply?.status === 201 ? (JSON.parse(text) as Image[])[0] : undefined
    told.push({ status: reply?.status ?? 0, code, at: performance.now(), title, image })
    return image
  }
  const clerk = async (name: number) => {
    for (let turn = 0; working; turn++) {
      const title = `Film ${turn} of ${name} ${performance.now()}`
      if (turn % 3 === 0) await ask('POST', '/api/movies', { title, body: JSON.stringify({ ...film, title }) })
      else await ask('GET', turn % 3 === 1 ? '/api/movies?limit=5' : '/api/bookings')
    }
  }
  const photographer = async () => {
    while (working) {
      const { body, type } = await multipartBody([{ name: 'poster.png', bytes: await picture('png', { width: 700 }) }])
      const image = await ask('POST', '/api/upload', { body: new Uint8Array(body), type })
      for (const { url } of renditions(image?.url ?? '')) await ask('GET', url)
    }
  }
  const people = Array.from({ length: 16 }, (_, name) => (name < 2 ? photographer() : clerk(name)))
  try {
    await events()
  } finally {
    working = false
    await Promise.all(people)
  }
  return told
}

type Sent = string | Uint8Array<ArrayBuffer> | null
const film = { genre: 'Comedy', description: 'x', image: '', trailerUrl: 'https://youtu.be/abcdefgh' }

const refused = (told: Told[]) => told.filter(({ status }) => status >= 300 || status === 0).map(({ status, code }) => `${status} ${code}`)

async function requireStored(told: Told[], at: string) {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  const { rows } = await client.query<{ title: string }>('select title from movies')
  const images = (await client.query<{ id: string }>('select id from images')).rows.map(({ id }) => id)
  await client.end()
  const stored = new Set(rows.map(({ title }) => title))
  const acknowledged = told.filter(({ title, status }) => title && status === 201)
  assert.ok(acknowledged.length > 20, `${acknowledged.length}`)
  assert.deepEqual(
    acknowledged.filter(({ title }) => !stored.has(title ?? '')),
    [],
  )
  const pictures = told.flatMap(({ image }) => image ?? [])
  assert.ok(pictures.length > 0)
  for (const { _id, url } of pictures) {
    assert.ok(images.includes(_id))
    for (const each of renditions(url)) assert.equal((await fetch(address + each.url)).status, 200, each.url)
  }
}

describe('three servers behind HAProxy', () => {
  test('are restarted one after the other under load: nobody is refused', async (t) => {
    const told = await underLoad(async () => {
      for (const [at, server] of servers.entries()) {
        assert.equal(await stop(server), 0)
        servers[at] = await startAt(at)
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
    servers[0] = await startAt(0)
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
