import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { daysAfter, today } from '#contract/dates.ts'
import { type TestApp, testApp, type Who } from '#testing/app.ts'
import { portOf } from '#testing/client.ts'
import { parseCsv } from '#testing/csv.ts'
import { ownPasswords } from '#testing/own-passwords.ts'
import { sampleOf } from '#testing/samples.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Refused = { error: string; fields: Record<string, string> }
type Item = { _id: string } & Record<string, unknown>

const bodyOf = (name: string) => sampleOf(name).body(app)
async function make<Made = Item>(path: string, fields: object, as: Who = 'staff'): Promise<Made> {
  const { status, body } = await app.call('POST', `/api/${path}`, as, { ...(await bodyOf(path)), ...fields })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
const address = (path: string, query: Record<string, string | string[]> | string[][]) => {
  const pairs = Array.isArray(query) ? query : Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, each]))
  return `/api/${path}?${new URLSearchParams(pairs as string[][])}`
}
const list = (path: string, query: Record<string, string | string[]>, headers: Record<string, string> = {}) =>
  app.call('GET', address(path, query), 'staff', undefined, headers)
async function titles(path: string, query: Record<string, string | string[]>, field = 'title'): Promise<unknown[]> {
  const { status, body } = await list(path, query)
  assert.equal(status, 200, JSON.stringify(body))
  return (body as Item[]).map((item) => item[field])
}
const nextOf = (headers: Record<string, unknown>) => /<(.+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]

describe('a list refuses', () => {
  const wrong: [path: string, query: string, name: string][] = [
    ['movies', 'genres=x', 'genres'],
    ['movies', 'offset=10', 'offset'],
    ['movies', 'passwordHash=x', 'passwordHash'],
    ['users', 'passwordHash=x', 'passwordHash'],
    ['movies', 'cover=maybe', 'cover'],
    ['movies', 'order=colour', 'order'],
    ['movies', 'order=--title', 'order'],
    ['movies', 'order=title&order=newest', 'order'],
    ['movies', 'trash=yes', 'trash'],
    ['movies', 'limit=0', 'limit'],
    ['movies', 'limit=1001', 'limit'],
    ['movies', 'limit=ten', 'limit'],
    ['movies', 'q=a&q=b', 'q'],
    ['movies', `q=${'x'.repeat(10_000)}`, 'q'],
    ['movies', 'after=nonsense', 'after'],
    ['movies', `after=${'x'.repeat(5_000)}`, 'after'],
    ['bookings', 'status=7', 'status'],
    ['bookings', 'status=', 'status'],
    ['bookings', 'status=0&status=7', 'status'],
    ['bookings', 'date=2026-02-30', 'date'],
    ['bookings', 'date=2026-03-31..2026-03-01', 'date'],
    ['bookings', 'date=b..a', 'date'],
    ['bookings', 'date=..', 'date'],
    ['bookings', 'date=2026-03-01..2026-03-02..2026-03-03', 'date'],
    ['news', 'date=tomorrow', 'date'],
    ['images', 'used=perhaps', 'used'],
    ['promo-codes', 'state=lost', 'state'],
  ]
  for (const [path, query, name] of wrong) {
    test(`${path}?${query.slice(0, 60)}, and names ${name}`, async () => {
      const { status, body }: { status: number; body: Refused } = await app.call('GET', `/api/${path}?${query}`, 'staff')
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body.fields), [name])
      assert.match(body.error, /\w.*\.$/)
    })
  }

  test('a place in another list, in another order, or one that somebody changed', async () => {
    for (let i = 0; i < 2; i++) await Promise.all([make('movies', {}), make('menus', {})])
    const next = nextOf((await list('movies', { limit: '1' })).headers)!
    const cursor = new URL(next, 'http://x').searchParams.get('after')!
    const byTitle = nextOf((await list('movies', { limit: '1', order: 'title' })).headers)!
    const changed = cursor.slice(0, -3) + (cursor.at(-3) === 'A' ? 'B' : 'A') + cursor.slice(-2)
    const places = [
      address('menus', { after: cursor }),
      address('movies', { order: 'title', after: cursor }),
      byTitle.replace('order=title', 'order=-title'),
      address('movies', { after: changed }),
      ...['null', '[]', '{}', '[1,2]', '["a","b"]', '[null]', '[{}]', '[[1]]', '["\\u0000"]', '[', ''].map((at) => {
        const seal = createHash('sha256')
          .update(JSON.stringify([2, 'movies', 'newest', at]))
          .digest('base64url')
          .slice(0, 8)
        return address('movies', { after: Buffer.from(seal + at).toString('base64url') })
      }),
    ]
    for (const place of places) {
      const { status, body }: { status: number; body: Refused } = await app.call('GET', place, 'staff')
      assert.deepEqual([status, Object.keys(body.fields ?? {})], [422, ['after']], place)
    }
  })

  test('to show the trash to a stranger', async () => {
    assert.equal((await app.call('GET', '/api/movies?trash=1')).status, 401)
    assert.equal((await app.call('GET', '/api/movies')).status, 200)
  })
})

describe('a search', () => {
  test('takes whatever is typed', async () => {
    for (const q of [
      '"',
      "'",
      '*',
      '%',
      'AND OR NEAR',
      'NEAR(a b)',
      'a"b',
      'title:x',
      '-x',
      '^x',
      '(',
      '🎬',
      '\ud800',
      '!?',
      '\\',
      ':*',
      "'a' & 'b'",
      '  ',
      '\0',
      'NOT',
      '"a" OR "b"*',
      'words:a',
      '{words} : a',
      'a + b',
      '†a',
      '☎012',
      '\u{1F468}\u200D\u{1F469}',
      'ﷺ',
      'a\u0301\u0301\u0301',
    ]) {
      for (const path of ['movies', 'bookings', 'images', 'users', 'branches', 'news', 'menus', 'promo-codes']) {
        for (const query of [{ q }, { q: `${q}${q}`, trash: '1' }, { q: `anna ${q} 0121` }]) {
          assert.equal((await list(path, query)).status, 200, `${path} ${JSON.stringify(query)}`)
        }
      }
    }
  })

  test('and a filter by a text take bytes that are no text', async () => {
    for (const raw of ['%00', '%ED%A0%80', '%FF', 'a%00b', '%EF%BF%BF', '%F0%9F%8E%AC', '%25', '%27', '%22', '%5C']) {
      for (const name of ['q', 'branchName', 'promoCode', 'date', 'after', 'order', 'limit', 'trash', 'status']) {
        const { status } = await app.call('GET', `/api/bookings?${name}=${raw}`, 'staff')
        assert.ok(status === 200 || status === 422, `${name}=${raw} was answered with ${status}`)
      }
    }
  })

  const cases: [title: string, finds: string[], not: string[]][] = [
    ['Häxan', ['haxan', 'HÄX', 'Häxan', 'häx'], ['axan', 'haxans']],
    ['Điện Biên Phủ', ['dien', 'phu bien', 'Điện', 'bien d'], ['dien saigon']],
    ['ŁÓDŹ Großstraße', ['lodz', 'grossstr', 'Großstraße', 'ŁÓDŹ'], ['strasse']],
    ['Ｆｕｌｌ Ｗｉｄｔｈ', ['full', 'width f', 'Ｗｉｄ'], ['idth']],
    ["L'Atalante", ['atal', "l'atal", 'L’Atalante', 'latal'], ['talan']],
    ['電影院長大了', ['電影', '電影院', '長大', '影院'], ['院影', '電長']],
    ['ภาพยนตร์ไทยสนุก', ['ภาพยนตร์', 'ไทย', 'สนุก'], ['กนุส']],
    ['2001: A Space Odyssey', ['2001', '200 spa', 'odys a'], ['001']],
  ]
  for (const [title, finds, not] of cases) {
    test(`finds ${title} by the beginnings of its words, in any order and any script`, async () => {
      const { _id } = await make('movies', { title, genre: 'Sought', description: 'Sought.' })
      const found = async (q: string) => (await titles('movies', { q, genre: 'Sought' }, '_id')).includes(_id)
      for (const q of finds) assert.ok(await found(q), q)
      for (const q of not) assert.ok(!(await found(q)), q)
    })
  }

  test('finds a telephone number by any run of three digits, however either was typed', async () => {
    const [mine, other] = [
      await make('bookings', { phoneNumber: 'call anna +49 (0)30/123-45' }),
      await make('bookings', { phoneNumber: '+43 660 998877' }),
    ]
    for (const q of ['3012345', '12345', '234', '+49 30 12345', '(030) 123 45', '030/123-45', '4903012345', '+4930123']) {
      const found = await titles('bookings', { q }, '_id')
      assert.ok(found.includes(mine._id) && !found.includes(other._id), q)
    }
    assert.deepEqual(await titles('bookings', { q: '11' }, '_id'), [])
  })

  test('finds the end of a text of 20,000 characters without a space', async () => {
    const description = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('')
    const { _id } = await make('news', { description })
    assert.deepEqual(await titles('news', { q: description.slice(-2) }, '_id'), [_id])
  })

  test('follows what is changed, deleted and restored', async () => {
    const { _id } = await make('movies', { title: 'Wolkenkratzer' })
    const found = async (q: string, query = {}) => (await titles('movies', { q, ...query }, '_id')).includes(_id)
    await app.call('PUT', `/api/movies/${_id}`, 'staff', { ...(await bodyOf('movies')), title: 'Nebelhorn' })
    assert.deepEqual([await found('wolken'), await found('nebel')], [false, true])
    await app.call('DELETE', `/api/movies/${_id}`, 'staff')
    assert.deepEqual([await found('nebel'), await found('nebel', { trash: '1' })], [false, true])
    await app.call('POST', `/api/movies/${_id}/restoration`, 'staff')
    assert.deepEqual([await found('nebel'), await found('nebel', { trash: '1' })], [true, false])
  })

  test('with a filter follows what is changed in the record and not in its words', async () => {
    const guest = { fullName: 'Zenobia Status', status: 0 }
    const booking = await make('bookings', guest)
    const withStatus = (status: string) => titles('bookings', { q: 'zenobia', status }, '_id')
    assert.deepEqual([await withStatus('0'), await withStatus('1')], [[booking._id], []])
    const { status } = await app.call('PUT', `/api/bookings/${booking._id}`, 'staff', { ...booking, status: 1 })
    assert.equal(status, 200)
    assert.deepEqual([await withStatus('0'), await withStatus('1')], [[], [booking._id]])
    await app.call('DELETE', `/api/bookings/${booking._id}`, 'staff')
    assert.deepEqual(await withStatus('1'), [])
    assert.deepEqual(await titles('bookings', { q: 'zenobia', status: '1', trash: '1' }, '_id'), [booking._id])
  })
})

describe('an order', () => {
  test('of the alphabet doesn’t mind case and accents', async () => {
    for (const title of ['Zebra', 'éclair', 'Apfel', 'äpfel', 'apricot', 'Über', 'unter']) await make('movies', { title, genre: 'Sorted' })
    const sorted = ['Apfel', 'äpfel', 'apricot', 'éclair', 'Über', 'unter', 'Zebra']
    assert.deepEqual(await titles('movies', { genre: 'Sorted', order: 'title' }), sorted)
    assert.deepEqual(await titles('movies', { genre: 'Sorted', order: '-title' }), sorted.toReversed())
  })

  test('by last change begins with what was changed last', async () => {
    const made = [await make('movies', { genre: 'Changed' }), await make('movies', { genre: 'Changed' })]
    await new Promise((resolve) => setTimeout(resolve, 5))
    await app.call('PUT', `/api/movies/${made[0]!._id}`, 'staff', { ...(await bodyOf('movies')), genre: 'Changed', title: 'Changed' })
    const ids = made.map(({ _id }) => _id)
    assert.deepEqual(await titles('movies', { genre: 'Changed', order: 'changed' }, '_id'), ids)
    assert.deepEqual(await titles('movies', { genre: 'Changed' }, '_id'), ids.toReversed())
  })
})

describe('a filter', () => {
  test('tells movies with a cover from those without', async () => {
    await make('movies', { genre: 'Bare', title: 'Bare' })
    assert.deepEqual(await titles('movies', { genre: 'Bare', cover: 'without' }), ['Bare'])
    assert.deepEqual(await titles('movies', { genre: 'Bare', cover: 'with' }), [])
    assert.deepEqual(await titles('movies', { genre: 'Bare', cover: ['with', 'without'] }), ['Bare'])
  })

  test('by a text tells what it can be set to, as long as something has it', async () => {
    const values = async () => (await app.call('GET', '/api/movies/values/genre')).body as string[]
    const { _id } = await make('movies', { genre: 'Åland Noir' })
    await make('movies', { genre: 'Zany' })
    const told = await values()
    assert.ok(told.indexOf('Åland Noir') >= 0 && told.indexOf('Åland Noir') < told.indexOf('Zany'))
    assert.equal(new Set(told).size, told.length)
    await app.call('DELETE', `/api/movies/${_id}`, 'staff')
    assert.ok(!(await values()).includes('Åland Noir'))
    for (const name of ['cover', 'title', 'passwordHash']) assert.equal((await app.call('GET', `/api/movies/values/${name}`)).status, 404)
    assert.equal((await app.call('GET', '/api/bookings/values/branchName')).status, 401)
  })

  test('tells the states of promo codes apart, each code having one', async () => {
    const day = (days: number) => daysAfter(today(), days)
    const branchName = await someBranch(app)
    const codes: Record<string, object> = {
      active: {},
      scheduled: { firstDay: day(3) },
      expired: { lastDay: day(-3), paused: true },
      'used up': { mostUses: 1, paused: true },
      paused: { paused: true, firstDay: day(3) },
    }
    for (const [state, fields] of Object.entries(codes)) {
      const code = `STATE-${state.replace(' ', '-')}`.toUpperCase()
      const { _id } = await make('promo-codes', { code, ...fields, paused: false })
      if (state === 'used up') await make('bookings', { branchName, promoCode: code })
      await app.call('PUT', `/api/promo-codes/${_id}`, 'staff', { ...(await bodyOf('promo-codes')), code, ...fields })
    }
    for (const state of Object.keys(codes)) {
      assert.deepEqual(
        await titles('promo-codes', { state, q: 'state' }, 'code'),
        [`STATE-${state.replace(' ', '-')}`.toUpperCase()],
        state,
      )
    }
    assert.equal((await titles('promo-codes', { state: Object.keys(codes), q: 'state' }, 'code')).length, 5)
  })
})

describe('an answer', () => {
  test('is not sent again to whoever has it, until something changes', async () => {
    await make('menus', {})
    const { headers } = await list('menus', {})
    const known = { 'if-none-match': String(headers.etag) }
    const again = await list('menus', {}, known)
    assert.deepEqual([again.status, String(again.body), again.headers.etag], [304, '', headers.etag])
    assert.equal((await list('menus', { limit: '1' }, known)).status, 200)
    await make('menus', {})
    assert.equal((await list('menus', {}, known)).status, 200)
  })

  test('is kept by a browser only where everybody may read it: machines are shared', async () => {
    const keeping = async (path: string) => (await app.call('GET', path, 'staff')).headers['cache-control']
    assert.equal(await keeping('/api/branches'), 'public, no-cache')
    for (const path of [
      '/api/bookings',
      '/api/users',
      '/api/promo-codes',
      '/api/movies',
      '/api/news',
      '/api/images',
      '/api/branches?trash=1',
    ])
      assert.equal(await keeping(path), 'no-store', path)
  })

  test('of the trash tells when something was deleted and by whom', async () => {
    const { _id } = await make('movies', { title: 'Vanished', genre: 'Vanished' })
    await app.call('DELETE', `/api/movies/${_id}`, 'super user')
    const { body }: { body: { deletedAt: string; deletedBy: string }[] } = await list('movies', { trash: '1', genre: 'Vanished' })
    assert.equal(body.length, 1)
    assert.equal(body[0]!.deletedBy, 'admin')
    assert.ok(Math.abs(Date.parse(body[0]!.deletedAt) - Date.now()) < 60_000)
    const [live]: { deletedAt?: string }[] = (await list('movies', { limit: '1' })).body
    assert.ok(!('deletedAt' in live!))
  })

  test('of the trash begins with what was deleted last, page by page, unless an order is asked for', async () => {
    const genre = 'Gone in turns'
    const made: string[] = []
    for (const title of ['a', 'b', 'c']) made.push((await make('movies', { title, genre }))._id)
    const [a, b, c] = made as [string, string, string]
    for (const id of [b, c, a]) await app.call('DELETE', `/api/movies/${id}`, 'super user')
    const ids = ({ body }: { body: { _id: string }[] }) => body.map(({ _id }) => _id)
    assert.deepEqual(ids(await list('movies', { trash: '1', genre })), [a, c, b])
    const first = await list('movies', { trash: '1', genre, limit: '2' })
    assert.deepEqual(ids(await app.call('GET', nextOf(first.headers) ?? '', 'staff')), [b])
    assert.deepEqual(ids(await list('movies', { trash: '1', genre, order: 'title' })), [a, b, c])
  })
})

describe('a table (CSV)', () => {
  const csv = { accept: 'text/csv' }

  test('holds the same as the list, whole, in the same order, with nothing that a spreadsheet would run', async () => {
    const odd = ['=1+1', '+43 1', '-x', '@cmd', 'a "quoted" one', 'comma, and', 'Ümläut', "'", 'a;=1+1']
    for (const title of odd) await make('movies', { title, genre: 'Odd', description: 'Two\nlines' })
    const query = { genre: 'Odd', order: 'title' }
    const { headers, body } = await list('movies', query, csv)
    assert.match(String(headers['content-type']), /^text\/csv/)
    assert.match(String(headers['content-disposition']), /attachment; filename="movies-Odd-\d{4}-\d\d-\d\d\.csv"/)
    const [head, ...rows] = parseCsv(String(body))
    const items: Item[] = (await list('movies', query)).body
    const escaped = (value: unknown) => (/^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value ?? ''))
    assert.deepEqual(
      rows,
      items.map((item) => head!.map((name) => escaped(item[name]))),
    )
    assert.ok(String(body).startsWith('\ufeff'))
    assert.equal(rows.length, odd.length)
    assert.ok(String(body).includes('"a;=1+1"'), 'a cell ends nowhere else, whatever parts the cells of a spreadsheet')
    assert.equal(headers.vary, 'accept, accept-encoding')
    assert.equal((await list('movies', query)).headers.vary, 'accept, accept-encoding')
  })

  test('tells of deletions in the trash alone', async () => {
    const columnsOf = async (query: Record<string, string>) => parseCsv(String((await list('movies', query, csv)).body))[0]!
    assert.ok(!(await columnsOf({})).includes('deletedAt'))
    assert.deepEqual((await columnsOf({ trash: '1' })).slice(-2), ['deletedAt', 'deletedBy'])
  })

  /** More of this dish than two pages of a table hold, with these columns changed. */
  async function copy({ _id }: Item, group: string, changed: { description?: string } = {}) {
    const row = await app.db.selectFrom('menus').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
    const { searchId: _, words: __, ...columns } = { ...row, ...changed } as typeof row & { searchId?: number; words?: string }
    const copies = Array.from({ length: 2_100 }, (_, at) => ({
      ...columns,
      id: `0190${group}-0000-7000-8000-${String(at).padStart(12, '0')}`,
    }))
    for (let at = 0; at < copies.length; at += 300)
      await app.db
        .insertInto('menus')
        .values(copies.slice(at, at + 300))
        .execute()
  }

  test('has no cap, and begins with the first row, whichever page was asked for', async () => {
    await copy(await make('menus', { name: 'Many' }), 'ffff')
    const { headers } = await list('menus', { limit: '5' })
    const [, after = ''] = /after=([\w-]+)/.exec(String(headers.link)) ?? []
    const rows = parseCsv(String((await list('menus', { limit: '5', after }, csv)).body))
    const total = Number((await list('menus', { limit: '1' })).headers['x-total-count'])
    assert.ok(total > 2_100)
    assert.equal(rows.length - 1, total)
    assert.equal(new Set(rows.map((cells) => cells.join())).size, rows.length)
  })
  test("breaks off where its reader's session has ended", async () => {
    const dish = await make('menus', { name: 'Long' })
    await app.call('DELETE', `/api/menus/${dish._id}`, 'staff')
    // More bytes than the sockets buffer while the client doesn't read.
    await copy(dish, 'fffe', { description: 'x'.repeat(20_000) })
    const credentials = { username: 'table.reader', password: 'popcorn-and-velvet' }
    const { _id: reader }: Item = (await app.call('POST', '/api/users', 'super user', credentials)).body
    await ownPasswords(app)
    const { token }: { token: string } = (await app.call('POST', '/api/login', 'nobody', credentials)).body
    const headers = { ...csv, authorization: `Bearer ${token}` }
    const asking = request({ host: '127.0.0.1', port: await portOf(app.app), path: '/api/menus?trash=1', headers }).end()
    const [table] = (await once(asking, 'response')) as [IncomingMessage]
    assert.equal(table.statusCode, 200)
    await app.call('DELETE', `/api/users/${reader}`, 'super user')
    await assert.rejects(async () => {
      for await (const _ of table);
    }, /aborted/)
  })
})
