import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BookingNumber } from '#contract/booking-numbers.ts'
import { groups } from '#contract/booking-numbers.ts'
import { newId } from '#server/db/ids.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { portOf } from '#testing/client.ts'
import { manyBookings } from '#testing/many-bookings.ts'
import { eventually } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'
import { someBooking } from '#testing/some-booking.ts'
import { rowsOf, workbookOf, xlsx } from '#testing/workbook.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const day = (date: string) => new Date(`${date}T00:00Z`)

describe('a workbook', () => {
  const names = ['Jürgen Weiß', 'שירה כהן', 'محمد علي', '山田太郎', 'Zoë 🎬 & <Co>', 'constructor', '_x0041_ Smith']
  before(async () => {
    for (const [at, fullName] of names.entries())
      await someBooking(app, {
        date: '2026-11-27',
        fullName,
        phoneNumber: `0043 660 12${at}`,
        time: `0${at}:30`,
        status: at % 3,
        note: at === 0 ? '=1+1' : '',
      })
  })

  test('has headings in words, and dates, times and statuses as such', async () => {
    const { sheets } = await workbookOf(app, '/api/bookings?order=date')
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['Bookings', 'Numbers'],
    )
    const [bookings] = sheets
    assert.equal(
      bookings?.rows[0]?.join(),
      'Branch,Date,Time,Full name,Phone number,Status,Promo code,Discount (%),Note,Called,Called by,Created,Last changed',
    )
    const [first, second] = rowsOf(bookings!)
    assert.deepEqual(
      [first?.Date, first?.Status, second?.Status, first?.['Discount (%)'], second?.Note],
      [day('2026-11-27'), 'Pending', 'Confirmed', 0, null],
    )
    const formats = ['1,1', '1,2', '1,11'].map((place) => bookings?.cells?.get(place)?.style?.numFmt)
    assert.deepEqual(formats, ['yyyy-mm-dd', 'hh:mm', 'yyyy-mm-dd hh:mm'])
    const [time, created] = [first?.Time as Date, first?.Created as Date]
    assert.equal(time.toISOString().slice(11, 16), '00:30')
    // Spreadsheets have no time zones, so this is the time of the chain.
    const wall = created.getTime() + new Date().getTimezoneOffset() * 60_000
    assert.ok(Math.abs(wall - Date.now()) < 120_000, `${first?.Created}`)
  })

  test('keeps names in all scripts, leading zeros, and texts that look like formulas or codes', async () => {
    const { sheets } = await workbookOf(app, '/api/bookings?order=date')
    const rows = rowsOf(sheets[0]!)
    assert.deepEqual(
      rows.map((row) => String(row['Full name']).trimEnd()),
      names,
    )
    assert.equal(rows[0]?.['Phone number'], '0043 660 120')
    assert.equal(rows[0]?.Note, '=1+1')
    assert.equal(sheets[0]?.cells?.get('1,8')?.formula, undefined)
    assert.equal(sheets[0]?.cells?.get('1,4')?.style?.numFmt, '@')
  })

  test('has the numbers of the panel as its second sheet', async () => {
    const query = 'date=2026-11-01..2026-11-30&status=0&status=1'
    const { sheets } = await workbookOf(app, `/api/bookings?${query}`)
    const { body }: { body: BookingNumber[] } = await app.call('GET', `/api/bookings/numbers?${query}`, 'staff')
    assert.ok(body.length >= 3)
    assert.deepEqual(
      rowsOf(sheets[1]!),
      body.map(({ by, value, discountPercentage, pending, confirmed, canceled }) => ({
        Per: groups[by],
        Value: by === 'day' ? day(value) : value || null,
        'Discount (%)': discountPercentage,
        Pending: pending,
        Confirmed: confirmed,
        Canceled: canceled,
      })),
    )
  })

  test('says on its second sheet why a list without days is not counted', async () => {
    const { sheets } = await workbookOf(app, '/api/bookings')
    assert.match(String(sheets[1]?.rows.flat()[0]), /^Bookings can be counted for up to 366 days\./)
  })

  test('is made of every list, with yes and no in words', async () => {
    await app.call('POST', '/api/movies', 'staff', await sampleOf('movies').body(app))
    const { sheets } = await workbookOf(app, '/api/users', 'super user')
    assert.deepEqual(
      rowsOf(sheets[0]!).map((row) => row['Super user']),
      ['No', 'Yes'],
    )
    for (const path of [
      'movies',
      'branches',
      'closures',
      'images',
      'menus',
      'news',
      'promo-codes',
      'activity',
      'bookings/visits',
      'movies?trash=1',
    ])
      assert.equal((await workbookOf(app, `/api/${path}`, 'super user')).status, 200, path)
  })

  test('is for those who may read the list, and has what they may read', async () => {
    assert.equal((await workbookOf(app, '/api/bookings', 'nobody')).status, 401)
    const body = { ...(await sampleOf('movies').body(app)), title: 'Next century', showFrom: '2126-01-01' }
    assert.equal((await app.call('POST', '/api/movies', 'staff', body)).status, 201)
    const titles = async (as: 'nobody' | 'staff') => rowsOf((await workbookOf(app, '/api/movies', as)).sheets[0]!).map(({ Title }) => Title)
    assert.ok((await titles('staff')).includes('Next century'))
    assert.ok(!(await titles('nobody')).includes('Next century'))
    assert.equal((await workbookOf(app, '/api/movies?trash=1', 'nobody')).status, 401)
  })
})

describe('the limits of a workbook', () => {
  const item = (more: object = {}) => ({
    ...{ id: newId(), version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', deletedAt: null },
    ...{ name: 'Popcorn', nameSort: 'popcorn', image: '', description: '', showFrom: '', showUntil: '' },
    ...more,
  })
  async function addItems(count: number, more: object = {}) {
    for (let at = 0; at < count; at += 1_000)
      await app.db
        .insertInto('menus')
        .values(Array.from({ length: 1_000 }, () => item(more)))
        .execute()
  }
  const empty = () => app.db.deleteFrom('menus').execute()

  test('are 50,000 rows; beyond, a sentence names the number and offers CSV', async () => {
    await addItems(50_000)
    const { sheets } = await workbookOf(app, '/api/menus')
    assert.equal(sheets[0]?.rows.length, 50_001)
    await addItems(10_000)
    const { status, code, error } = await workbookOf(app, '/api/menus')
    assert.deepEqual([status, code], [422, 'too_many_rows'])
    assert.equal(error, 'This list has 60,000 rows. An Excel file can have 50,000. Download the list as CSV, or filter the list.')
    const csv = await app.call('GET', '/api/menus', 'staff', undefined, { accept: 'text/csv' })
    assert.equal(String(csv.body).match(/\r\n/g)?.length, 60_001)
    await empty()
  })

  test('are 50 million characters, written as XML', async () => {
    await addItems(3_000, { description: '&'.repeat(5_000) })
    const { status, code, error } = await workbookOf(app, '/api/menus')
    assert.deepEqual([status, code], [422, 'too_much_text'])
    assert.equal(error, 'This list has too much text for an Excel file. Download the list as CSV, or filter the list.')
    await empty()
    assert.equal((await workbookOf(app, '/api/menus')).status, 200)
  })
})

describe('callers of workbooks', () => {
  let app: TestApp
  before(async () => {
    app = await testApp({ trustProxy: 1, logLevel: 'silent' })
    await manyBookings(app, 8_000, () => ({}))
  })
  after(() => app.close())

  const get = async (path: string, as: 'nobody' | 'staff' | 'super user', headers: Record<string, string> = {}, signal = never) => {
    const authorization = as === 'nobody' ? {} : { authorization: `Bearer ${app.tokens[as]}` }
    const answer = await fetch(`http://127.0.0.1:${await portOf(app.app)}${path}`, {
      headers: { ...xlsx, ...authorization, ...headers },
      signal,
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const never = new AbortController().signal

  test('wait for each other, up to 20; more are asked to try again', async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, at) => get('/api/branches', 'nobody', { 'x-forwarded-for': `192.0.2.${at}` })),
    )
    const busy = all.filter((status) => status === 503).length
    assert.ok(busy > 0 && busy < 20, `${busy} of 40`)
    assert.equal(all.filter((status) => status === 200).length, 40 - busy)
  })

  test('get nothing when their session ends while they wait', async () => {
    const running = get('/api/bookings', 'super user')
    const waiting = get('/api/bookings', 'staff')
    await app.call('POST', '/api/logout', 'staff')
    assert.deepEqual(await Promise.all([running, waiting]), [200, 401])
  })

  test('who leave make room for others', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const leaving = new AbortController()
      const left = get('/api/bookings', 'super user', {}, leaving.signal)
      await get('/api/branches?limit=1', 'nobody', { accept: 'application/json' })
      leaving.abort()
      await assert.rejects(left)
    }
    await eventually(async () => (await get('/api/bookings', 'super user')) === 200)
  })
})
