import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ResourceName, resourceNames } from '#contract/all.ts'
import type { Database } from '#server/db/schema.ts'
import { verify } from '#server/db/verify.ts'
import { verifyPictures } from '#server/images/digests.ts'
import { localMedia } from '#server/images/local-media.ts'
import { sqlName } from '#server/lists/search-index.ts'
import { derived } from '#testing/model/derived.ts'
import { eventually, filesOf, multipartBody, picture } from '#testing/pictures.ts'
import { databases, inDatabase, type Place, places } from '#testing/places.ts'
import { type Running, signIn, stop } from '#testing/process.ts'

const { start, newPlace, copyOf, killedWithin, end } = await places()
after(end)

/** How often each is killed; more of it: `ROUNDS=50`. */
const rounds = Number(process.env.ROUNDS ?? 2)
const settings = { TRASH_DAYS: '0', LOG_LEVEL: 'warn', ADMIN_PASSWORD: 'popcorn-and-velvet' }

for (const kind of databases) {
  test(`an erasure on ${kind} that is killed has erased each record whole or not at all, and the next ones finish it`, async (t) => {
    const full = await newPlace(kind)
    const server = await start({ ...full, ...settings })
    const deleted = await fill(server)
    await stop(server)
    await inDatabase(full, setBack)

    const byAge = { ...settings, TRASH_DAYS: '1', RETENTION_DAYS: '30' }
    const reference = await copyOf(full)
    const begun = performance.now()
    const unhurried = await start({ ...reference, ...byAge })
    await eventually(() => inDatabase(reference, isDone))
    const took = performance.now() - begun
    await stop(unhurried)

    let midway = 0
    for (let round = 0; round < rounds; round++) {
      const place = await copyOf(full)
      await killedWithin(took, { ...place, ...byAge })
      let isMidway = someAre(await requireWhole(place), deleted)

      // By hand the rest, or some of it.
      const running = await start({ ...place, ...settings })
      const erased: string[] = []
      const erasing = eraseAll(running, deleted, erased).catch(() => {})
      await pause(Math.random() * took)
      await stop(running, 'SIGKILL')
      await erasing
      const left = await requireWhole(place)
      isMidway ||= someAre(left, deleted)
      if (isMidway) midway++
      assert.ok(
        erased.every((path) => !left.has(idIn(path))),
        'what was acknowledged is gone',
      )

      const last = await start({ ...place, ...byAge })
      // On PostgreSQL the killed server may still hold its lease for five seconds.
      await eventually(() => inDatabase(place, isDone), 15_000)
      await stop(last)
      await requireWhole(place)
      // The next clean-up removes files without a record, at the latest when a server starts that has the media folder to itself.
      const clean = await start({ ...place, ...settings })
      if (kind === 'SQLite') await eventually(async () => (await filesOf(place.DATA_DIR)).length === 1)
      await stop(clean)
    }
    t.diagnostic(`${midway} of ${rounds} were killed between the first record and the last`)
  })
}

/** Creates a chain with as many records in the trash as outside, and with pictures in both. Returns the paths of the records in the trash. */
async function fill({ url }: Running): Promise<string[]> {
  const headers = await signIn(url)
  const ask = async (method: string, path: string, body?: object): Promise<{ _id: string }> => {
    const reply = await fetch(`${url}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    assert.ok(reply.ok, `${method} ${path}`)
    return method === 'DELETE' ? { _id: '' } : ((await reply.json()) as { _id: string })
  }
  const files = await Promise.all([1, 2].map(async (colour) => ({ name: 'a.png', bytes: await picture('png', { width: 16, colour }) })))
  const { body, type } = await multipartBody(files)
  const uploaded = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body: new Uint8Array(body),
  })
  const [shown, unused] = (await uploaded.json()) as [{ url: string }, { _id: string; url: string }]
  await ask('POST', 'branches', { name: 'Pier', address: 'x', googleMapsUrl: 'https://example.org', images: [shown.url] })
  await ask('POST', 'promo-codes', { code: 'GONE', percentage: 10 })
  const film = { title: 'Häxan', genre: 'Horror', description: 'x', trailerUrl: 'https://example.org', image: unused.url }
  const booking = { branchName: 'Pier', date: '2020-01-01', time: '20:00', fullName: 'Ada', phoneNumber: '1234', promoCode: 'GONE' }
  const deleted: string[] = []
  for (let made = 0; made < 40; made++) {
    for (const [name, given] of [
      ['movies', { ...film, image: made % 2 ? unused.url : '' }],
      ['bookings', { ...booking, date: made % 2 ? '2020-01-01' : '2199-01-01' }],
    ] as const) {
      const { _id } = await ask('POST', name, given)
      if (name === 'bookings' && made % 4 < 2) continue
      await ask('DELETE', `${name}/${_id}`)
      deleted.push(`${name}/${_id}`)
    }
  }
  await ask('DELETE', `images/${unused._id}`)
  return [...deleted, `images/${unused._id}`]
}

const idIn = (path: string) => path.slice(path.indexOf('/') + 1)

const someAre = (left: Set<string>, paths: readonly string[]) =>
  paths.some((path) => left.has(idIn(path))) && !paths.every((path) => left.has(idIn(path)))

const tableOf = (name: ResourceName) => sql.table(sqlName(name))

/** Makes all deletions old. */
async function setBack(db: Database): Promise<void> {
  for (const name of resourceNames)
    await sql`update ${tableOf(name)} set deleted_at = '2026-01-01T00:00:00.000Z' where deleted_at is not null`.execute(db)
}

async function isDone(db: Database): Promise<boolean> {
  for (const name of resourceNames)
    if ((await sql`select id from ${tableOf(name)} where deleted_at is not null`.execute(db)).rows.length > 0) return false
  return (await db.selectFrom('bookings').select('id').where('date', '<', '2021').execute()).length === 0
}

async function idsLeft(db: Database): Promise<string[]> {
  const rows = resourceNames.map(async (name) => (await sql<{ id: string }>`select id from ${tableOf(name)}`.execute(db)).rows)
  return (await Promise.all(rows)).flat().map(({ id }) => id)
}

async function eraseAll({ url }: Running, paths: readonly string[], erased: string[]): Promise<void> {
  const headers = await signIn(url)
  for (const path of paths) {
    const { status } = await fetch(`${url}/api/${path}/erasure`, { method: 'POST', headers, body: '{}' })
    if (status === 204) erased.push(path)
  }
}

/** Whether no other statement runs on PostgreSQL: the last transaction of a killed server may still be open. */
async function isAlone(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db)
  return rows.length === 0
}

/**
 * Asserts that each record is either complete or reduced to who did what when, and that search, counts and lists agree. Returns the ids of the
 * complete records.
 */
async function requireWhole(place: Place): Promise<Set<string>> {
  return inDatabase(place, async (db) => {
    if (place.DATABASE_URL !== undefined) await eventually(() => isAlone(db))
    const left = new Set(await idsLeft(db))
    const entries = await db.selectFrom('history').select(['recordId', 'action', 'record']).execute()
    for (const [id, of] of Map.groupBy(entries, ({ recordId }) => recordId)) {
      const isThere = left.has(id)
      assert.equal(
        of.every(({ record }) => (record === '') !== isThere),
        true,
        id,
      )
      assert.equal(of.filter(({ action }) => action === 'erase').length, isThere ? 0 : 1, id)
    }
    const { kept, anew } = await derived(db)
    assert.deepEqual(kept, anew)
    assert.ok('rows' in (await verify(db, place.DATABASE_URL === undefined)))
    assert.deepEqual((await verifyPictures(db, await localMedia(place.DATA_DIR))).findings, [])
    return left
  })
}
