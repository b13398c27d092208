import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type TestApp, testApp } from '#testing/app.ts'
import { faultyDisk, smallDisk } from '#testing/faulty-disk.ts'
import { processes, signIn, stop } from '#testing/process.ts'
import { isDuplicate } from './failures.ts'

const { folder, start, end } = await processes()
after(end)

const movie = (title = 'A') => ({
  title,
  genre: 'Comedy',
  description: 'x'.repeat(3_000),
  image: '',
  trailerUrl: 'https://youtu.be/abcdefgh',
})
/** How long an answer about readiness stands. */
const anotherAnswer = () => pause(1_100)

describe('when SQLite has no room left, changes get 507, reads go on, and readiness says no until there is some:', () => {
  const create = async (app: TestApp) => {
    const { status, body }: { status: number; body: { code?: string } } = await app.call('POST', '/api/movies', 'staff', movie())
    return [status, body.code]
  }

  async function fillUp(app: TestApp, makeRoom: () => Promise<unknown>) {
    const readiness = async () => (await app.call('GET', '/readyz')).status
    let stored = 0
    let answer = await create(app)
    for (; answer[0] === 201 && stored < 5_000; stored++) answer = await create(app)
    assert.deepEqual(answer, [507, 'storage_full'])
    assert.equal((await app.call('GET', '/api/movies?limit=1')).headers['x-total-count'], String(stored))
    assert.equal(await readiness(), 503)
    await anotherAnswer()
    assert.equal(await readiness(), 503, 'as long as nothing can be written')
    await makeRoom()
    await anotherAnswer()
    assert.equal(await readiness(), 200)
    assert.deepEqual(await create(app), [201, undefined])
    await app.close()
  }

  test('in its file', async () => {
    const app = await testApp()
    // Of the connection that writes: whatever is in a transaction is on that one.
    const limitTo = (pages: number) => app.db.transaction().execute((trx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(trx))
    await limitTo(100)
    await fillUp(app, () => limitTo(100_000))
  })

  const disk = smallDisk(16)
  test('on a disk', { skip: disk ? false : 'this account may not mount a small disk' }, async () => {
    using small = disk
    const dataDir = small?.path ?? ''
    const filler = join(dataDir, 'filler')
    const app = await testApp({ dataDir })
    await writeFile(filler, Buffer.alloc(8 * 1024 * 1024))
    await fillUp(app, () => rm(filler))
  })
})

test('what ended a transaction by itself is told, although there is nothing left to roll back', async () => {
  const app = await testApp()
  const work = app.db.transaction().execute((trx) => sql`insert or rollback into migrations select * from migrations`.execute(trx))
  await assert.rejects(work, isDuplicate)
  await app.close()
})

const faulty = faultyDisk(folder)

describe('on a disk', { skip: faulty ? false : 'there is no C compiler to make a faulty disk with', concurrency: true }, () => {
  async function server(name: string, env: Record<string, string>) {
    const running = await start({ ...faulty, ...env, DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' })
    const headers = await signIn(running.url)
    return {
      running,
      async create(title: string) {
        const reply = await fetch(`${running.url}/api/movies`, { method: 'POST', headers, body: JSON.stringify(movie(title)) })
        const { code } = (await reply.json()) as { code?: string }
        return { status: reply.status, code }
      },
      async titles() {
        const listed = (await (await fetch(`${running.url}/api/movies`)).json()) as { title: string }[]
        return listed.map(({ title }) => title)
      },
      readiness: async () => (await fetch(`${running.url}/readyz`)).status,
    }
  }

  const failures = [
    { that: 'writes', variable: 'WRITE_FAILS_WHILE', code: 'storage_failing' },
    { that: 'syncs', variable: 'SYNC_FAILS_WHILE', code: 'outcome_unknown' },
  ]
  for (const { that, variable, code } of failures) {
    test(`that fails when it ${that}, changes get 503 (${code}), reads go on, and all is well afterwards`, async () => {
      const flag = join(folder, variable)
      const { running, create, titles, readiness } = await server(that, { [variable]: flag })
      await writeFile(flag, '')
      assert.deepEqual(await create('A'), { status: 503, code })
      assert.deepEqual(await titles(), [])
      assert.equal(await readiness(), 503)
      await rm(flag)
      await anotherAnswer()
      assert.equal(await readiness(), 200)
      assert.deepEqual(await create('B'), { status: 201, code: undefined })
      assert.deepEqual(await titles(), ['B'])
      assert.equal(await stop(running), 0)
    })
  }

  test('that takes half a second to sync, twenty-four who write are told what became of it, and the server says that it lives', async () => {
    const flag = join(folder, 'slow-disk')
    const { running, create, titles } = await server('slow', { SYNC_IS_SLOW_WHILE: flag })
    await writeFile(flag, '')
    const told = new Map<string, number>()
    const writers = Array.from({ length: 24 }, async (_, writer) => told.set(`${writer}`, (await create(`${writer}`)).status))
    const waits: number[] = []
    let done = false
    const watch = async () => {
      while (!done) {
        const begin = performance.now()
        await fetch(`${running.url}/livez`, { headers: { connection: 'close' } })
        waits.push(performance.now() - begin)
        await pause(50)
      }
    }
    const watching = watch()
    await Promise.all(writers)
    done = true
    await watching
    assert.deepEqual(new Set(told.values()), new Set([201, 503]), 'the disk was too slow for some')
    const stored = new Set(await titles())
    for (const [title, status] of told) assert.equal(stored.has(title), status === 201, `${title} was answered ${status}`)
    const longest = Math.max(...waits)
    assert.ok(longest < 1_500, `/livez took ${longest} ms`)
    assert.equal(await stop(running), 0)
  })
})
