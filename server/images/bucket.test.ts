import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Ask, askBucket } from './bucket.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** A store that sends no answer at all, or half of the announced length. */
const store = createServer(({ url }, answer) => {
  if (!url?.endsWith('/silent')) answer.writeHead(200, { 'content-length': 40 }).write('half')
})
let ask: Ask
before(async () => {
  await once(store.listen(0, '127.0.0.1'), 'listening')
  const bucket = `http://127.0.0.1:${(store.address() as AddressInfo).port}/bucket`
  const key = { accessKeyId: 'x', secretAccessKey: 'x', sessionToken: undefined }
  ask = askBucket({ title: 's3://bucket', bucket, prefix: '', region: 'x', ...key }, 300)
})
after(() => {
  store.closeAllConnections()
  store.close()
})

for (const name of ['silent', 'stuck'])
  test(`what never comes is waited for no longer, also where memory was cleared up meanwhile: ${name}`, async () => {
    const read = ask('GET', name).then((answer) => answer?.text())
    read.catch(() => {})
    for (let round = 0; round < 4; round++) {
      await pause(30)
      collectGarbage()
    }
    await assert.rejects(Promise.race([read, pause(3_000)]), /no response in time|timeout/)
  })
