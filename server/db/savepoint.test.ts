import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { withSavepoint } from './savepoint.ts'
import type { Transaction } from './schema.ts'
import { transact } from './transaction.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const note = (trx: Transaction, key: string) =>
  trx.insertInto('idempotencyKeys').values({ key, fingerprint: '', answer: '', at: new Date().toISOString() }).execute()

test('a part of a transaction that fails is undone, and those before and after it are stored', async () => {
  const refused = new Error('Refused.')
  const work = async (trx: Transaction) => {
    await withSavepoint(trx, () => note(trx, 'before'))
    const failing = withSavepoint(trx, async () => {
      await note(trx, 'failed')
      throw refused
    })
    await assert.rejects(failing, refused)
    await withSavepoint(trx, () => note(trx, 'after'))
  }
  await transact(app.db, undefined, work, 'read committed')
  const stored = await app.db.selectFrom('idempotencyKeys').select('key').orderBy('key').execute()
  assert.deepEqual(
    stored.map(({ key }) => key),
    ['after', 'before'],
  )
})
