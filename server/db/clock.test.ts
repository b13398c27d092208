import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { type TestApp, testApp } from '#testing/app.ts'
import { agreeOnTime, sharedNow } from './clock.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

test('one slow answer of the database, such as that of a new connection, does not shift the shared clock', async () => {
  let isFirst = true
  const slowly: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFirst) await pause(2_500)
      isFirst = false
      return result
    },
  }
  await agreeOnTime(app.db.withPlugin(slowly))
  const now = Date.now()
  assert.equal(sharedNow(now), now)
})
