import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { sampleOf } from '#testing/samples.ts'
import { someBranch } from '#testing/some-branch.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  await someBranch(app)
})
after(() => app.close())

const bookings = sampleOf('bookings')

test('two hundred bookings at once on the last use, five rounds: exactly one gets it, nothing of the others is stored', async () => {
  for (let round = 0; round < 5; round++) {
    const code = `LAST${round}`
    await app.call('POST', '/api/promo-codes', 'staff', { code, percentage: 20, mostUses: 1 })
    const form = { ...(await bookings.body(app)), promoCode: code }
    const book = (fullName: string) => app.call('POST', '/api/bookings', 'staff', { ...form, fullName })
    const replies = await Promise.all(Array.from({ length: 200 }, (_, i) => book(`Guest ${i} of ${code}`)))
    const statuses = Map.groupBy(replies, ({ status }) => status)
    // On a busy machine some calls wait too long for the write queue, and get a 503.
    const [refused = [], late = []] = [statuses.get(422), statuses.get(503)]
    assert.deepEqual([statuses.get(201)?.length, refused.length + late.length], [1, 199], [...statuses.keys()].join())
    assert.ok(refused.length > 0)
    const stored = await app.db.selectFrom('bookings').select('id').where('promoCode', '=', code).execute()
    const { uses } = await app.db.selectFrom('promoCodes').select('uses').where('code', '=', code).executeTakeFirstOrThrow()
    assert.deepEqual([stored.length, uses], [1, 1])
  }
})
