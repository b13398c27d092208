import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startSession } from '#server/auth/sessions.ts'
import { usernameKey, userRecords } from '#server/auth/user-records.ts'
import { createDatabase } from '#testing/app.ts'
import { multipartBody, picture } from '#testing/pictures.ts'
import { processesOnPostgres, signIn } from '#testing/process.ts'
import { startStack } from '#testing/stack.ts'
import { openDatabase } from './open.ts'
import { transact } from './transaction.ts'

/*
 * What must hold however many servers there are, tried on three processes at once. `npm test -- cluster` takes twenty rounds of each,
 * with HAProxy before them, a standby and a store.
 */
const rounds = Number(process.env.RACE_ROUNDS ?? 2)

const { urls, database, end } = await (process.env.TEST_PROXY ? behindProxy() : threeServers())
const db = openDatabase({ url: database, file: '' })
let headers: Record<string, string>
before(async () => {
  headers = await signIn(urls[0] ?? '')
  await post(0, '/branches', { name: 'Harbour', address: '1 Quay Street', googleMapsUrl: 'https://maps.app.goo.gl/harbour', images: [] })
})
after(async () => {
  await db.destroy()
  await end()
})

/** Servers with an address each, and a shared folder. */
async function threeServers() {
  const { folder, start, end, postgres } = await processesOnPostgres()
  const database = await createDatabase(postgres.url)
  const settings = { DATABASE_URL: database, DATA_DIR: folder, LOG_LEVEL: 'silent' }
  const servers = await Promise.all([1, 2, 3].map(() => start(settings)))
  return { urls: servers.map(({ url }) => url), database, end }
}

/** One address, behind which the servers take turns. */
async function behindProxy() {
  const { url, pair, end } = await startStack()
  return { urls: [url], database: pair.url, end }
}

type Answer<Body> = { status: number; body: Body }

/** Sends one request to the server whose turn it is. */
async function call<Body>(
  turn: number,
  method: string,
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<Answer<Body>> {
  const reply = await fetch(`${urls[turn % urls.length]}/api${path}`, {
    method,
    headers: { ...headers, ...more },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await reply.text()
  return { status: reply.status, body: (text ? JSON.parse(text) : undefined) as Body }
}
const post = <Body = { _id: string }>(turn: number, path: string, body: object, more?: Record<string, string>) =>
  call<Body>(turn, 'POST', path, body, more)

/** Sends `count` requests at once, each to the next server. Returns the number of responses by status. */
async function atOnce(count: number, work: (turn: number) => Promise<Answer<unknown>>): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: count }, (_, turn) => work(turn)))
  return Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, those]) => [status, those.length]))
}

const booking = (fullName: string, promoCode: string) => ({
  branchName: 'Harbour',
  date: '2031-11-27',
  time: '19:30',
  fullName,
  phoneNumber: '+44 20 7946 0121',
  status: 0,
  promoCode,
  discountPercentage: 0,
})

function everyRound(name: string, work: (round: number) => Promise<void>) {
  test(`${name}, ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round++) await work(round)
  })
}

describe('over three servers at once', () => {
  everyRound("a promo code's last use goes to one booking", async (round) => {
    const code = `LAST${round}`
    await post(0, '/promo-codes', { code, percentage: 20, mostUses: 1 })
    assert.deepEqual(await atOnce(30, (turn) => post(turn, '/bookings', booking(`Guest ${turn}`, code))), { 201: 1, 422: 29 })
    const { uses } = await db.selectFrom('promoCodes').select('uses').where('code', '=', code).executeTakeFirstOrThrow()
    assert.equal(uses, 1)
  })

  everyRound('180 bookings with a code that has no limit are all taken, and counted', async (round) => {
    const code = `FREE${round}`
    await post(0, '/promo-codes', { code, percentage: 20 })
    assert.deepEqual(await atOnce(180, (turn) => post(turn, '/bookings', booking(`Guest ${turn}`, code))), { 201: 180 })
    const { uses } = await db.selectFrom('promoCodes').select('uses').where('code', '=', code).executeTakeFirstOrThrow()
    assert.equal(uses, 180)
  })

  everyRound('a name, and a code, goes to one', async (round) => {
    assert.deepEqual(await atOnce(12, (turn) => post(turn, '/promo-codes', { code: `ONE${round}`, percentage: 5 })), { 201: 1, 409: 11 })
    const user = { username: `anna ${round}`, password: 'popcorn-and-velvet', isSuperUser: false }
    assert.deepEqual(await atOnce(6, (turn) => post(turn, '/users', user)), { 201: 1, 409: 5 })
  })

  everyRound('a request that names itself happens once, and each who repeats it hears the same', async (round) => {
    const film = { title: `Film ${round}`, genre: 'Comedy', description: 'x', image: '', trailerUrl: 'https://youtu.be/abcdefgh' }
    const ids = new Set<string>()
    const statuses = await atOnce(12, async (turn) => {
      const answer = await post(turn, '/movies', film, { 'idempotency-key': `film ${round}` })
      ids.add(answer.body._id)
      return answer
    })
    assert.deepEqual([statuses, ids.size], [{ 201: 12 }, 1])
    const { count } = await db
      .selectFrom('movies')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('title', '=', film.title)
      .executeTakeFirstOrThrow()
    assert.equal(Number(count), 1)
  })

  everyRound('of two people who change the same version one is told of the other', async (round) => {
    const film = { title: `Film ${round}`, genre: 'Comedy', description: 'x', image: '', trailerUrl: 'https://youtu.be/abcdefgh' }
    const { body } = await post(0, '/movies', film)
    const change = (turn: number) => call(turn, 'PUT', `/movies/${body._id}`, { ...film, title: `Film ${turn}` }, { 'if-match': '"1"' })
    assert.deepEqual(await atOnce(9, change), { 200: 1, 412: 8 })
  })

  everyRound('the same picture is one image', async () => {
    const { body, type } = await multipartBody([{ name: 'poster.png', bytes: await picture('png', { width: 700 }) }])
    const send = async (url: string) => {
      const reply = await fetch(`${url}/api/upload`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body: new Uint8Array(body),
      })
      const [image] = (await reply.json()) as { _id: string; url: string }[]
      return { status: reply.status, ...image }
    }
    const stored = await Promise.all(Array.from({ length: 6 }, (_, turn) => send(urls[turn % urls.length] ?? '')))
    assert.deepEqual([new Set(stored.map(({ status }) => status)), new Set(stored.map(({ _id }) => _id)).size], [new Set([201]), 1])
    for (const url of urls) assert.equal((await fetch(url + stored[0]?.url)).status, 200)
  })

  everyRound('one of the last two super users stays, and whoever is deleted is out everywhere', async (round) => {
    const other = { username: `other ${round}`, usernameKey: usernameKey(`other ${round}`), passwordHash: 'none', isSuperUser: 1 }
    const [one, two] = await transact(db, undefined, async (trx) => {
      const { id } = await trx
        .selectFrom('users')
        .select('id')
        .where('isSuperUser', '=', 1)
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow()
      const { _id } = await userRecords.create(trx, { ...other, mustChangePassword: 0, lastSignInAt: null }, undefined)
      return [id, _id].map((id) => startSession(trx, id).then((token) => ({ id, authorization: `Bearer ${token}` })))
    }).then((both) => Promise.all(both))
    assert.ok(one && two)
    const removals = await atOnce(2, (turn) => {
      const [by, whom] = turn === 0 ? [one, two] : [two, one]
      return call(turn, 'DELETE', `/users/${whom.id}`, undefined, { authorization: by.authorization })
    })
    assert.equal(removals[204], 1, JSON.stringify(removals))
    const left = await db.selectFrom('users').select('id').where('isSuperUser', '=', 1).where('deletedAt', 'is', null).execute()
    assert.equal(left.length, 1)
    const stays = left[0]?.id === one.id ? one : two
    for (const { id, authorization } of [one, two])
      assert.deepEqual(await atOnce(3, (turn) => call(turn, 'GET', '/users', undefined, { authorization })), {
        [id === stays.id ? 200 : 401]: 3,
      })
    headers = { ...headers, authorization: stays.authorization }
  })

  everyRound('wrong passwords count together', async (round) => {
    const user = { username: `bert ${round}`, password: 'popcorn-and-velvet', isSuperUser: false }
    assert.equal((await post(0, '/users', user)).status, 201)
    // Earlier rounds failed from the same address.
    await db.deleteFrom('attempts').execute()
    const guesses = await atOnce(12, (turn) => post(turn, '/login', { username: user.username, password: 'not the password' }))
    // The first wait is a second: in a slow run, one more attempt may be allowed.
    assert.ok((guesses[401] ?? 0) >= 5 && (guesses[401] ?? 0) <= 7 && (guesses[429] ?? 0) >= 5, JSON.stringify(guesses))
  })
})
