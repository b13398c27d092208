import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#server/config.ts'
import { listen, portOf } from '#testing/stream.ts'
import { type EventStream, eventStream } from './event-stream.ts'
import { httpServer } from './server.ts'

test('a reader who reads nothing is dropped before much lies there for them, and others hear everything', async (t) => {
  const app = httpServer({ ...readConfig({}), logLevel: 'silent' })
  const streams: EventStream[] = []
  let dropped = 0
  app.get('/api/live', async (_request, reply) => {
    streams.push(eventStream(reply, () => dropped++))
  })
  const port = await portOf(app)
  const [slow, quick] = [await listen(port, ''), await listen(port, '')]
  t.after(() => {
    for (const each of [slow, quick]) each.close()
    return app.close()
  })
  slow.stall()
  const data = { moved: [], padding: 'x'.repeat(10_000) }
  let sent = 0
  // What the system itself keeps for a socket comes first.
  for (; dropped === 0 && sent < 2_000; sent++) {
    for (const stream of streams) stream.send({ id: sent, data })
    await pause(1)
  }
  assert.equal(dropped, 1)
  streams[0]?.send({ id: 0, data })
  assert.ok(await quick.until(() => quick.messages().length === sent))
  assert.equal(quick.isOver(), false)
})

test('what is sent after the end goes nowhere', async (t) => {
  const app = httpServer({ ...readConfig({}), logLevel: 'silent' })
  t.after(() => app.close())
  app.get('/api/live', async (_request, reply) => {
    const stream = eventStream(reply, () => {})
    stream.end()
    stream.send({ id: 1, data: { anew: true } })
    stream.beat()
  })
  const stream = await listen(await portOf(app), '')
  assert.ok(await stream.over())
  assert.equal(stream.text(), '')
})

test('the stream of a caller who has hung up before it begins is closed', async (t) => {
  const app = httpServer({ ...readConfig({}), logLevel: 'silent' })
  t.after(() => app.close())
  let closed = 0
  const begun = new Promise<EventStream>((resolve) => {
    app.get('/api/live', async (_request, reply) => {
      caller.destroy()
      await once(reply.raw, 'close')
      resolve(eventStream(reply, () => closed++))
    })
  })
  const caller = get({ host: '127.0.0.1', port: await portOf(app), path: '/api/live' }).on('error', () => {})
  const stream = await begun
  stream.send({ id: 1, data: { anew: true } })
  stream.end()
  await pause(20)
  assert.equal(closed, 1)
})
