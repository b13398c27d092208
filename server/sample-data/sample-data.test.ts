import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { SampleData } from '#contract/sample-data.ts'
import { sampleDataLoader } from '#server/startup/sample-data.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { eventually } from '#testing/pictures.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

type Refusal = { error: string; code: string }
const state = async (): Promise<SampleData> => (await app.call('GET', '/api/sample-data', 'super user')).body
const load = (): Promise<{ status: number; body: SampleData & Refusal }> => app.call('POST', '/api/sample-data', 'super user')

test('an empty chain is filled once, for the super user who asked, and a chain with records is refused with a sentence', async () => {
  assert.deepEqual(await state(), { isLoading: false, step: '', error: '' })
  assert.deepEqual([(await load()).status, (await load()).status], [200, 200])
  for (let waited = 0; (await state()).isLoading; waited++) {
    assert.ok(waited < 240, 'it takes too long')
    await pause(500)
  }
  assert.deepEqual(await state(), { isLoading: false, step: '', error: '' })
  const { headers } = await app.call('GET', '/api/bookings?limit=1', 'super user')
  assert.equal(headers['x-total-count'], '300')
  const [movie]: { _id: string }[] = (await app.call('GET', '/api/movies?limit=1', 'super user')).body
  const [{ byName }]: [{ byName: string }] = (await app.call('GET', `/api/movies/${movie?._id}/history`, 'super user')).body
  assert.equal(byName, 'admin')
  const { status, body } = await load()
  assert.deepEqual([status, body.code], [409, 'not_empty'])
  assert.equal(body.error, 'This chain already has records. Sample data can only be loaded into an empty chain.')
})

test('a program that fails is told of in a sentence, and to the log with what it said; the next try begins anew', async (t) => {
  const told: { said: string }[] = []
  const log = { error: (what: { said: string }) => told.push(what) } as never
  const missing = join(app.dataDir, 'file')
  await writeFile(missing, '')
  const loader = sampleDataLoader(app.db, { ...app.config, dataDir: missing, databaseUrl: undefined })
  t.after(() => loader.close())
  loader.start('nobody', log)
  loader.start('nobody', log)
  assert.equal((await loader.state()).isLoading, true)
  await eventually(async () => !(await loader.state()).isLoading)
  const sentence = "The sample data couldn't be loaded. Nothing was added. Try again, or contact your administrator."
  assert.deepEqual(await loader.state(), { isLoading: false, step: '', error: sentence })
  assert.equal(told.length, 1, 'one at a time')
  assert.match(told[0]?.said ?? '', /\S.*not writable|must be a folder/)
  loader.start('nobody', log)
  assert.equal((await loader.state()).error, '')
  await loader.close()
  assert.equal(told.length, 1, 'a server that ends stops it, which is no failure')
})
