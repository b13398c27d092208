import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Booking } from '#contract/bookings.ts'
import type { Image } from '#contract/images.ts'
import { mostItems } from '#contract/listing.ts'
import type { PromoCode } from '#contract/promo-codes.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { apiClient } from './api-client.ts'
import { dayFromToday } from './days.ts'
import { existingData } from './existing-data.ts'
import { load } from './load.ts'
import { allPictures, render } from './pictures.ts'

const now = new Date()
const pictures = allPictures(now)
// Small: what is measured here is not their beauty.
const rendered = await render(pictures, 0.16)

let app: TestApp

before(async () => {
  app = await testApp()
})
after(() => app.close())

const list = async <Item>(path: string): Promise<Item[]> => (await app.call('GET', `${path}?limit=${mostItems}`, 'staff')).body
const client = () => apiClient(app.app, app.tokens['super user'])

/** Runs the command on the data of an app, whose server holds the folder, to its end. */
async function seedBeside({ config, dataDir }: TestApp): Promise<{ code: number; output: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const env = { ...inherited, DATA_DIR: dataDir, ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }) }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

test('a chain that is interrupted leaves nothing behind', async () => {
  const stopped = new AbortController()
  const tell = (line: string) => line.startsWith('Adding bookings') && stopped.abort(new Error('Stopped.'))
  await assert.rejects(load(client(), { rendered, now, tell, signal: stopped.signal }), /Stopped/)
  assert.equal((await existingData(app.db)).kind, 'empty')
  assert.deepEqual(await list('/api/images'), [])
})

describe('the chain', () => {
  before(async () => {
    await load(client(), { rendered, now, tell: () => {} })
  })

  test('has as much of everything as it says', async () => {
    const counts = { movies: 20, branches: 6, news: 12, menus: 20, 'promo-codes': 5, bookings: 300, images: pictures.length }
    for (const [path, count] of Object.entries(counts)) assert.equal((await list(`/api/${path}`)).length, count, path)
  })

  test('shows every picture from the gallery, rendered by the pipeline', async () => {
    const images = await list<Image>('/api/images')
    assert.deepEqual(images.map(({ name }) => name).sort(), pictures.map(({ name }) => name).sort())
    for (const { url, name, usedBy } of images) {
      const reply = await app.app.inject(url)
      assert.equal(reply.statusCode, 200, name)
      assert.equal(reply.headers['content-type'], 'image/webp', name)
      assert.notDeepEqual(usedBy, [], `${name} is used nowhere`)
    }
  })

  test('has bookings of these weeks, with numbers that nobody answers', async () => {
    const fictional =
      /^\+(44 (131|141) 496 0|44 20 7946 0|44 7700 900|1 \d{3} 555 01|33 1 99 00 |33 6 39 98 |46 8 465 004 |49 30 23125 |49 89 99998 |61 2 5550 )/
    const bookings = await list<Booking>('/api/bookings')
    for (const { date, phoneNumber } of bookings) {
      assert.ok(date >= dayFromToday(-21, now) && date <= dayFromToday(21, now), date)
      assert.match(phoneNumber, fictional)
    }
    for (const status of [0, 1, 2]) assert.ok(bookings.filter((booking) => booking.status === status).length > 10, `status ${status}`)
  })

  test('has promo codes in every state, their uses held by bookings', async () => {
    const [codes, bookings] = [await list<PromoCode>('/api/promo-codes'), await list<Booking>('/api/bookings')]
    const today = dayFromToday(0, now)
    for (const { code, uses } of codes) {
      assert.equal(uses, bookings.filter(({ promoCode, status }) => promoCode === code && status !== 2).length, code)
    }
    assert.ok(codes.some(({ paused }) => paused))
    assert.ok(codes.some(({ lastDay }) => lastDay !== '' && lastDay < today))
    assert.ok(codes.some(({ firstDay }) => firstDay > today))
    assert.ok(codes.some(({ mostUses, uses }) => mostUses !== null && uses > 0 && uses < mostUses))
    const statuses: number[] = []
    for (const { code } of codes) statuses.push((await app.call('POST', '/api/validate', 'staff', { code })).status)
    assert.deepEqual(statuses.sort(), [200, 200, 422, 422, 422])
  })

  test('is made once only', async () => {
    const had = `bookings: 300, branches: 6, images: ${pictures.length}, menus: 20, movies: 20, news: 12, promo codes: 5`
    assert.deepEqual(await seedBeside(app), { code: 0, output: `The sample data already exists (${had}). Nothing was changed.\n` })
  })
})

test('never mixes play data with what somebody has entered', async (t) => {
  const own = await testApp()
  t.after(() => own.close())
  await own.call('POST', '/api/menus', 'staff', { name: 'Popcorn', image: '', description: 'Salted.' })
  const { code, output } = await seedBeside(own)
  assert.equal(code, 1)
  assert.match(output, /^MovieBox already has data \(menus: 1\)\. .* nothing was changed\..*\n$/)
})
