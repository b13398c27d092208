import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { isDuplicate } from '#server/db/errors.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { faultyDisk, smallDisk, syncOfEventLoop } from '#testing/faulty-disk.ts'
import { stopwatch, waitedForCore } from '#testing/linux.ts'
import { processes, signIn, stop } from '#testing/process.ts'

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
    // Set in a transaction, because transactions run on the connection that writes.
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

  test('that takes 200 ms to sync, sixteen write and are all told so, and nobody who reads has to wait for it', async () => {
    const flag = join(folder, 'slow-disk')
    const { running, create, titles } = await server('slow', { SYNC_IS_SLOW_WHILE: flag })
    const { pid = 0 } = running.process
    const write = (rounds: number) =>
      Promise.all(
        Array.from({ length: 16 }, async (_, writer) => {
          for (let round = 0; round < rounds; round++) assert.deepEqual(await create(`${writer}`), { status: 201, code: undefined })
        }),
      )
    await write(1)
    await writeFile(flag, '')
    const rounds = 4
    const [begin, elapsed] = [performance.now(), stopwatch(pid)]
    const writing = write(rounds)
    let done = false
    const waits: number[] = []
    const starvation = () => waitedForCore(process.pid) + waitedForCore(pid)
    const watch = async (path: string) => {
      while (!done) {
        const [asked, starved] = [performance.now(), starvation()]
        assert.equal((await fetch(running.url + path)).status, 200)
        waits.push(performance.now() - asked - (starvation() - starved))
        await pause(20)
      }
    }
    const watching = [watch('/livez'), watch('/api/movies?limit=1')]
    await writing
    const [took, tookAtMost] = [performance.now() - begin, elapsed()]
    done = true
    await Promise.all(watching)
    await rm(flag)
    assert.ok(!running.output().includes(syncOfEventLoop), running.output())
    const slowest = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0
    assert.ok(slowest < 200, `who reads waited for ${slowest} ms`)
    assert.ok(took > 200 * rounds, 'the disk was slow')
    assert.ok(tookAtMost < 200 * rounds * 8, `sixteen share a sync: ${tookAtMost} ms`)
    assert.equal((await titles()).length, 16 * (1 + rounds))
    assert.equal(await stop(running), 0)
  })
})
