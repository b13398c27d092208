import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { isPostgres } from '#server/db/dialect.ts'
import { type Reply, type TestApp, testApp } from '#testing/app.ts'
import { eventually, picture, stored } from '#testing/pictures.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const input = (url: string) => ({ name: `Pier ${url.slice(-20)}`, address: 'x', googleMapsUrl: 'https://maps.google.com', images: [url] })

/** Returns the number of calls that wait for another call's lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`select pid from pg_locks join pg_database d on d.oid = database
    where d.datname = current_database() and not granted
    union select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows.length
}

/** Runs `storing`, which uses an image, until it records that use, and then `erasing` beside it. */
async function beside(storing: () => Promise<Reply>, erasing: () => Promise<Reply>): Promise<[Reply, Reply]> {
  // SQLite writes one transaction at a time.
  if (!isPostgres(app.db)) return Promise.all([storing(), erasing()])
  const stored = Promise.withResolvers<Reply>()
  const erased = Promise.withResolvers<Reply>()
  await app.db.transaction().execute(async (trx) => {
    await sql`lock table image_uses in share mode`.execute(trx)
    storing().then(stored.resolve, stored.reject)
    await eventually(async () => (await waiting()) === 1)
    let isErased = false
    erasing()
      .finally(() => {
        isErased = true
      })
      .then(erased.resolve, erased.reject)
    await eventually(async () => isErased || (await waiting()) === 2)
  })
  return Promise.all([stored.promise, erased.promise])
}

const erase = (id: string) => app.call('POST', `/api/images/${id}/erasure`, 'super user')

/** Requires that the branch doesn't show the image, or that the image still exists. */
async function requireNoBrokenPicture(branch: Reply, erased: Reply, url: string) {
  const { images } = branch.body as { images: string[] }
  assert.ok(erased.status === 409 || !images?.includes(url), `the branch: ${branch.status}, the image: ${erased.status}`)
  if (isPostgres(app.db)) assert.deepEqual([erased.status, images], [409, [url]])
}

test('a branch that is created while its image is taken away for good has no broken picture', async () => {
  const image = await stored(app, await picture('png'))
  const [branch, erased] = await beside(
    () => app.call('POST', '/api/branches', 'staff', input(image.url)),
    async () => {
      await app.call('DELETE', `/api/images/${image._id}`, 'staff')
      return erase(image._id)
    },
  )
  await requireNoBrokenPicture(branch, erased, image.url)
})

test('a branch that comes back from the trash while its image is taken away for good has no broken picture', async () => {
  const image = await stored(app, await picture('png'))
  const { body }: { body: { _id: string } } = await app.call('POST', '/api/branches', 'staff', input(image.url))
  await app.call('DELETE', `/api/branches/${body._id}`, 'staff')
  await app.call('DELETE', `/api/images/${image._id}`, 'staff')
  const [branch, erased] = await beside(
    () => app.call('POST', `/api/branches/${body._id}/restoration`, 'staff'),
    () => erase(image._id),
  )
  await requireNoBrokenPicture(branch, erased, image.url)
})
