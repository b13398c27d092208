import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestApp, testApp } from '#testing/app.ts'
import { portOf } from '#testing/client.ts'
import { manyBookings } from '#testing/many-bookings.ts'
import { eventually } from '#testing/pictures.ts'

let app: TestApp
/** The lines of the log, which goes to the process's output. */
const logged: { level: number; msg: string }[] = []
const { write } = process.stdout
process.stdout.write = ((chunk: string | Uint8Array, ...more: []) => {
  const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
  if (!text.startsWith('{"level":')) return write.call(process.stdout, chunk, ...more)
  logged.push(
    ...text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
  return true
}) as typeof write
const warning = 40
const left = 'the client disconnected before the response'
before(async () => {
  app = await testApp({ logLevel: 'info' })
  await manyBookings(app, 5_000, () => ({}))
})
after(() => app.close())

const upload = '--b\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\nhalf a fi'

/** Sends the beginning of a request, or all of it, and disconnects once `sign` has arrived, or the server has begun with it. */
async function leave(head: string[], body: string, sign?: string) {
  const socket = connect(await portOf(app.app), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const begun = once(app.app.server, 'request')
  socket.write(`${[...head, 'Host: localhost', `Authorization: Bearer ${app.tokens['super user']}`].join('\r\n')}\r\n\r\n${body}`)
  await begun
  if (sign === undefined) await pause(20)
  else for await (const chunk of socket) if (String(chunk).includes(sign)) break
  socket.destroy()
  await pause(200)
}

describe('a caller who leaves is no error of the server', () => {
  for (const [what, isCut, head, body, sign] of [
    [
      'during an upload',
      true,
      ['POST /api/upload HTTP/1.1', 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000'],
      upload,
    ],
    ['during another body', true, ['POST /api/movies HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 1000'], '{"title":'],
    ['during an export', false, ['GET /api/bookings HTTP/1.1', 'Accept: text/csv'], '', '_id'],
    ['while an export is collected', false, ['GET /api/bookings?q=grace HTTP/1.1', 'Accept: text/csv'], '', '_id'],
    ['during a stream of events', false, ['GET /api/live HTTP/1.1'], '', 'HTTP/1.1 200'],
  ] as const)
    test(what, async () => {
      logged.length = 0
      await leave([...head], body, sign)
      if (isCut) await eventually(() => logged.some(({ msg }) => msg === left))
      assert.deepEqual(
        logged.filter(({ level }) => level >= warning),
        [],
      )
    })

  test('but what fails besides is', async () => {
    logged.length = 0
    await app.db.schema.alterTable('news').renameTo('gone').execute()
    assert.equal((await app.call('GET', '/api/news', 'staff')).status, 500)
    await eventually(() => logged.some(({ level, msg }) => level > warning && msg === 'request failed'))
  })
})
