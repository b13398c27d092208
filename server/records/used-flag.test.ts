import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { branches } from '#server/branches/branches.ts'
import type { Transaction } from '#server/db/schema.ts'
import { type Isolation, transact } from '#server/db/transaction.ts'
import { movies } from '#server/movies/movies.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { picture, stored } from '#testing/pictures.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const film = { title: 'x', genre: 'Drama', description: 'x', trailerUrl: 'https://youtu.be/x' }
const place = { name: 'x', address: 'x', googleMapsUrl: 'https://maps.app.goo.gl/x' }
const isUsed = async (url: string) =>
  (await app.db.selectFrom('images').select('used').where('url', '=', url).executeTakeFirst())?.used === 1

type Work = { isolation: Isolation; work: (trx: Transaction) => Promise<unknown> }

/** Runs both at the same time: the second begins once the first has done its work, and the first commits only after a while. */
async function meanwhile(first: Work, second: Work): Promise<void> {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const run = ({ isolation, work }: Work, then: () => Promise<void>) =>
    transact(app.db, undefined, async (trx) => void (await work(trx).then(then)), isolation)
  const slow = run(first, async () => {
    begin()
    await pause(200)
  })
  await begun
  await Promise.all([slow, run(second, async () => {})])
}

describe('an image whose uses change in two transactions at once', () => {
  for (const [name, isFirst] of [
    ['before', true],
    ['after', false],
  ] as const)
    test(`is used when a branch begins to use it ${name} the last movie stops`, async () => {
      const { url } = await stored(app, await picture('png'))
      const { body }: { body: { _id: string } } = await app.call('POST', '/api/movies', 'staff', { ...film, image: url })
      const columns = { ...place, images: JSON.stringify([url]) }
      const begins: Work = { isolation: 'read committed', work: (trx) => branches.records.create(trx, columns, undefined) }
      const stops: Work = {
        isolation: 'serializable',
        work: async (trx) => movies.records.remove(trx, await movies.records.findVersion(trx, body._id, undefined), undefined),
      }
      await (isFirst ? meanwhile(begins, stops) : meanwhile(stops, begins))
      assert.equal(await isUsed(url), true)
    })

  for (const [name, isFirst] of [
    ['branch', true],
    ['movie', false],
  ] as const)
    test(`is unused when its two last uses end, that of the ${name} first`, async () => {
      const { url } = await stored(app, await picture('png'))
      const { body: movie }: { body: { _id: string } } = await app.call('POST', '/api/movies', 'staff', { ...film, image: url })
      const { body: branch }: { body: { _id: string } } = await app.call('POST', '/api/branches', 'staff', { ...place, images: [url] })
      const ofBranch: Work = {
        isolation: 'read committed',
        work: async (trx) => branches.records.remove(trx, await branches.records.findVersion(trx, branch._id, undefined), undefined),
      }
      const ofMovie: Work = {
        isolation: 'serializable',
        work: async (trx) => movies.records.remove(trx, await movies.records.findVersion(trx, movie._id, undefined), undefined),
      }
      await (isFirst ? meanwhile(ofBranch, ofMovie) : meanwhile(ofMovie, ofBranch))
      assert.equal(await isUsed(url), false)
    })
})
