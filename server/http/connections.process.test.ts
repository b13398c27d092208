import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { processes, type Running, signIn } from '#testing/process.ts'
import { sendRaw } from '#testing/raw.ts'

/** The product as it runs, with more strangers at its door than it takes. */
let server: Awaited<ReturnType<typeof processes>>
let running: Running
let port: number
let headers: Record<string, string>
before(async () => {
  server = await processes()
  running = await server.start({ LOG_LEVEL: 'warn' })
  port = Number(new URL(running.url).port)
  headers = await signIn(running.url)
})
after(async () => {
  await server.end()
})

/** Opens `count` connections from `localAddress` as fast as they are taken, and says `text` on each. */
async function crowd(count: number, localAddress: string, text: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }))
  for (const socket of sockets)
    socket
      .on('error', () => {})
      .resume()
      .write(text)
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
  return sockets
}

/** Makes a call on a connection of its own, and answers its status; throws where the connection is reset. */
async function status(localAddress: string, agent: Agent | false = false): Promise<number | undefined> {
  const asked = request({ port, host: '127.0.0.1', localAddress, path: '/api/bookings', headers, agent })
  asked.end()
  const [reply] = await once(asked, 'response')
  for await (const _ of reply);
  return reply.statusCode
}

describe('signed-in people get through', { concurrency: false }, () => {
  for (const [crowdedness, text] of [
    ['say nothing', ''],
    ['send half a request', 'GET /api/movies HTTP/1.1\r\nHost:'],
  ] as const) {
    test(`while 3,000 connections of one address ${crowdedness}, from elsewhere and from that very address`, async () => {
      const office = new Agent({ keepAlive: true })
      assert.equal(await status('127.0.0.3', office), 200)
      const sockets = await crowd(3_000, '127.0.0.2', text)
      for (let i = 0; i < 20; i++) {
        assert.deepEqual(await Promise.all([status('127.0.0.3'), status('127.0.0.2'), status('127.0.0.3', office)]), [200, 200, 200])
      }
      const open = sockets.filter((socket) => !socket.closed).length
      assert.ok(open >= 1_000 && open <= 2_000, `${open} of the crowd are left`)
      office.destroy()
      for (const socket of sockets) socket.destroy()
    })
  }
})

test('what isn’t sent in time is told so, in seconds: headers and a JSON body, signed in or not', async () => {
  const begun = performance.now()
  const login = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{'
  const upload = `POST /api/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b`
  const sending = connect(port, '127.0.0.1')
  let said = ''
  sending.on('data', (chunk) => {
    said += chunk
  })
  sending.write(upload)
  const answers = await Promise.all(
    ['GET / HTTP/1.1\r\nHost: x\r\n', login, upload.replace('Bearer', 'Nobody')].map((text) => sendRaw(port, text)),
  )
  const silent = await sendRaw(port, '').catch(() => undefined)
  const elapsed = performance.now() - begun
  const [head, body, refused] = answers
  for (const { status, body: text } of [head, body].filter((answer) => answer !== undefined)) {
    assert.equal(status, 408)
    assert.equal(JSON.parse(text).error, 'The request took too long to arrive. Please try again.')
  }
  assert.equal(refused?.status, 401, 'who may not send pictures gets no time for them')
  assert.equal(JSON.parse(refused.body).code, 'unauthenticated', 'and no second answer')
  assert.equal(silent?.status, 0, 'who said nothing is told nothing')
  assert.ok(elapsed > 4_500 && elapsed < 14_000, `${Math.round(elapsed)} ms`)
  assert.deepEqual([said, sending.readyState], ['', 'open'], 'pictures have more time')
  sending.destroy()
})
