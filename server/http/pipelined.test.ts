import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '#testing/app.ts'
import { processorTime } from '#testing/cost.ts'

let app: TestApp
let port: number
before(async () => {
  app = await testApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.app.server.address() as { port: number }).port
})
after(() => app.close())

const asked = (times: number) => 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times)

test('a connection on which many requests wait for their answers is closed, and other callers are answered meanwhile', async () => {
  const sockets = Array.from({ length: 30 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  const closed = sockets.map((socket) => once(socket, 'close'))
  for (const socket of sockets) socket.write(asked(1_500))
  const begun = processorTime()
  assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200)
  assert.ok(processorTime() - begun < 1_000, `answered after ${processorTime() - begun} ms`)
  for (const socket of sockets) socket.resume()
  await Promise.all(closed)
  assert.ok(processorTime() - begun < 10_000, `closed after ${processorTime() - begun} ms`)
})

test('a connection with some more requests than may wait is closed before most of them are begun', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  socket.write(asked(40))
  await once(socket, 'close', { signal: AbortSignal.timeout(5_000) })
  const answered = (text.match(/HTTP\/1\.1 200/g) ?? []).length
  assert.ok(answered <= 17, `${answered} answers`)
})

test('a few requests on one connection are answered in their order', async () => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  socket.write(asked(10))
  for (const end = performance.now() + 5_000; (text.match(/HTTP\/1\.1 200/g) ?? []).length < 10; ) {
    assert.ok(performance.now() < end, text)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  socket.destroy()
})
