import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { daysAfter, today } from '#contract/dates.ts'
import type { Movie } from '#contract/movies.ts'
import { createDatabase } from '#testing/app.ts'
import { processesOnPostgres, signIn } from '#testing/process.ts'
import { openDatabase } from './open.ts'

const minutes = 60_000
/** The offset of each server's clock from the database's, in milliseconds: one agrees, one is five minutes ahead, one five minutes behind. */
const clocks = [0, 5 * minutes, -5 * minutes]
const beside = join(import.meta.dirname, '..', '..', 'testing', 'clock-ahead.ts')

const { folder, start, end, postgres } = await processesOnPostgres()
const DATABASE_URL = await createDatabase(postgres.url)
const db = openDatabase({ url: DATABASE_URL, file: '' })
let urls: string[]
const startWith = (ahead: number) => start({ DATABASE_URL, DATA_DIR: folder, LOG_LEVEL: 'silent', CLOCK_AHEAD: `${ahead}` }, { beside })
before(async () => {
  urls = (await Promise.all(clocks.map(startWith))).map(({ url }) => url)
})
after(async () => {
  await db.destroy()
  await end()
})

const isNow = (time: string) => Math.abs(Date.parse(time) - Date.now()) < 20_000
const film = (title: string) => ({ title, genre: 'Comedy', description: 'x', image: '', trailerUrl: 'https://youtu.be/abcdefgh' })

describe('servers whose clocks are five minutes apart', () => {
  test('take a session of another for as long as their own', async () => {
    for (const url of urls) {
      const headers = await signIn(url)
      const used = (ago: number) =>
        db
          .updateTable('sessions')
          .set({ usedAt: new Date(Date.now() - ago).toISOString() })
          .execute()
      const answers = () => Promise.all(urls.map(async (url) => (await fetch(`${url}/api/bookings`, { headers })).status))
      assert.deepEqual(await answers(), [200, 200, 200])
      const sessions = await db.selectFrom('sessions').select(['createdAt', 'usedAt']).execute()
      assert.ok(sessions.every(({ createdAt, usedAt }) => isNow(createdAt) && isNow(usedAt)))
      await used(8 * 60 * minutes + minutes)
      assert.deepEqual(await answers(), [401, 401, 401])
      for (const [at, url] of urls.entries()) {
        await used(8 * 60 * minutes - minutes)
        assert.equal((await fetch(`${url}/api/bookings`, { headers })).status, 200, `${clocks[at]}`)
      }
      await db.deleteFrom('sessions').execute()
    }
  })

  test('write versions, and what is told of them, in the order in which they were made', async () => {
    const headers = await signIn(urls[0] ?? '')
    const send = async <Body>(at: number, method: string, path: string, body?: object): Promise<Body> => {
      const reply = await fetch(`${urls[at]}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
      assert.ok(reply.ok, `${reply.status}`)
      return (await reply.json()) as Body
    }
    const order = [1, 0, 2, 1, 2, 0]
    const ids: string[] = []
    for (const at of order) {
      const made = await send<Movie>(at, 'POST', '/movies', film(`Film ${at}`))
      assert.ok(isNow(made.createdAt))
      ids.push(made._id)
      // Longer than the error of the measured differences, which grows where a busy machine delays both a question and its answer.
      await pause(20)
    }
    assert.deepEqual(ids.toSorted(), ids)
    const [id] = ids
    for (const [turn, at] of order.entries()) await send(at, 'PUT', `/movies/${id}`, film(`Take ${turn}`))
    const history = await send<{ at: string; version: number }[]>(0, 'GET', `/movies/${id}/history`)
    assert.deepEqual(
      history.map(({ version }) => version),
      [7, 6, 5, 4, 3, 2, 1],
    )
    assert.ok(history.every(({ at }) => isNow(at)))
    for (const at of [0, 1, 2]) {
      const lines = await send<{ resource: string }[]>(at, 'GET', '/activity?limit=50')
      assert.equal(lines.filter(({ resource }) => resource === 'movies').length, 12, 'nothing is missing in the activity')
    }
  })

  test('have the same day, so news of tomorrow is public on none of them, even if its clock is a day ahead', async () => {
    const early = (await startWith(24 * 60 * minutes)).url
    const headers = await signIn(urls[0] ?? '')
    const all = [...urls, early]
    const days = await Promise.all(all.map(async (url) => (await fetch(`${url}/api/session`, { headers })).headers.get('chain-day')))
    assert.deepEqual(new Set(days), new Set([today()]))
    const item = { title: 'Tomorrow', date: daysAfter(today(), 1), description: 'x', image: '', gallery: [] }
    assert.equal((await fetch(`${early}/api/news`, { method: 'POST', headers, body: JSON.stringify(item) })).status, 201)
    for (const url of all) assert.deepEqual(await (await fetch(`${url}/api/news`)).json(), [])
  })

  test('slow a guesser down together, and for no longer than one would', async () => {
    const guess = async (url: string) => {
      const body = JSON.stringify({ username: 'admin', password: 'not the password' })
      const reply = await fetch(`${url}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return { status: reply.status, wait: Number(reply.headers.get('retry-after')) }
    }
    const told = []
    for (let turn = 0; turn < 9; turn++) told.push(await guess(urls[turn % 3] ?? ''))
    assert.ok(told.filter(({ status }) => status === 401).length < 8)
    assert.ok(told.some(({ status }) => status === 429))
    assert.ok(told.every(({ wait }) => wait <= 60))
  })
})
