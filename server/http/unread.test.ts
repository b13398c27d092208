import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { stopwatch } from '#testing/linux.ts'
import { proxies } from './proxies.ts'
import { checkUnread, limitUnread, oneAtATime } from './unread.ts'

/** More than the buffers of the two sockets take, so that some of it stays with the server. */
const long = Buffer.alloc(16_000_000)

const running: Server[] = []
const dialled: Socket[] = []
afterEach(() => {
  for (const socket of dialled.splice(0)) socket.destroy()
  for (const server of running.splice(0)) server.close()
})

/** A server that answers at great length, with these limits; `closed`: how many connections it has closed. */
async function server(limits: Parameters<typeof limitUnread>[3], trusted: string[] = [], handle?: RequestListener) {
  const counted = { closed: 0 }
  const made = createServer(
    handle ??
      ((_request, response) => {
        response.end(long)
        checkUnread(response)
      }),
  )
  limitUnread(made, proxies(trusted), () => counted.closed++, limits)
  await once(made.listen(0, '127.0.0.1'), 'listening')
  running.push(made)
  return { counted, port: (made.address() as AddressInfo).port }
}

/** Asks and doesn't read the answer. */
async function asker(port: number, localAddress: string, text = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  dialled.push(socket)
  socket.on('error', () => {}).pause()
  await once(socket, 'connect')
  socket.write(text)
  await pause(30)
  return socket
}

/** Reads on; how many bytes came before the connection ended. */
async function rest(socket: Socket): Promise<number> {
  let bytes = 0
  try {
    for await (const chunk of socket) {
      bytes += chunk.length
      if (bytes >= long.length) break
    }
  } catch {}
  return bytes
}
const isWhole = async (socket: Socket) => (await rest(socket)) >= long.length

/** Reads so many bytes, and no more until the next call. */
async function take(socket: Socket, most: number) {
  for (let bytes = 0; bytes < most; ) {
    const chunk: Buffer | null = socket.read()
    if (chunk) bytes += chunk.length
    else await once(socket, 'readable')
  }
}

const never = { silence: 60_000, look: 60_000 }
const soon = { silence: 400, look: 20, ofAddress: 1_000_000_000, inAll: 1_000_000_000 }

describe('answers that are not read', () => {
  test('are dropped beyond what may lie there of one address, the one that lies longest first', async () => {
    const { port, counted } = await server({ ...never, ofAddress: 40_000_000, inAll: 1_000_000_000 })
    const first = await asker(port, '127.0.0.2')
    const others = [await asker(port, '127.0.0.2'), await asker(port, '127.0.0.3')]
    assert.equal(counted.closed, 0)
    others.push(await asker(port, '127.0.0.2'), await asker(port, '127.0.0.3'))
    assert.equal(counted.closed, 1)
    assert.equal(await isWhole(first), false)
    for (const other of others) assert.equal(await isWhole(other), true)
  })

  test('are dropped beyond what may lie there in all, of the address that has most', async () => {
    const { port, counted } = await server({ ...never, ofAddress: 1_000_000_000, inAll: 40_000_000 })
    const one = await asker(port, '127.0.0.3')
    const [first, second] = [await asker(port, '127.0.0.2'), await asker(port, '127.0.0.2')]
    assert.equal(counted.closed, 1)
    assert.equal(await isWhole(first), false)
    for (const other of [one, second]) assert.equal(await isWhole(other), true)
  })

  test('stay as long as they fit in all, however many lie there of one address', async () => {
    const { port, counted } = await server({ ...never, ofAddress: 1_000_000_000, inAll: 52_000_000 })
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.3']) await asker(port, address)
    await asker(port, '127.0.0.4', '')
    assert.equal(counted.closed, 0)
  })

  test('count in all alone where a proxy of ours waits for them', async () => {
    const { port, counted } = await server({ ...never, ofAddress: 1_000, inAll: 40_000_000 }, ['127.0.0.2'])
    await asker(port, '127.0.0.2')
    await asker(port, '127.0.0.2')
    assert.equal(counted.closed, 0)
    await asker(port, '127.0.0.2')
    assert.equal(counted.closed, 1)
  })

  test('end a connection that takes nothing for too long, and no later than that', async () => {
    const { port, counted } = await server(soon)
    const [begun, elapsed] = [performance.now(), stopwatch()]
    const stalled = await asker(port, '127.0.0.2')
    while (counted.closed === 0 && performance.now() - begun < 20_000) await pause(10)
    assert.ok(performance.now() - begun >= 390)
    const took = elapsed()
    assert.ok(took < 700, `${took} ms`)
    assert.equal(await isWhole(stalled), false)
  })

  test('leave a connection alone that takes something now and then, and one at rest', async () => {
    const chunk = Buffer.alloc(64_000)
    const { port, counted } = await server(soon, [], async (_request, response) => {
      for (let at = 0; at < 250 && !response.destroyed; at++) if (!response.write(chunk)) await once(response, 'drain').catch(() => {})
      response.end()
    })
    const slow = await asker(port, '127.0.0.2')
    await asker(port, '127.0.0.2', '')
    for (let at = 0; at < 12; at++) {
      await take(slow, 1_000_000)
      await pause(100)
    }
    assert.equal(counted.closed, 0)
  })
})

describe('usually', () => {
  /** A server without limits of its own, and connections to it that have so many bytes to read. */
  function usual({ mock }: TestContext) {
    let now = 1_000
    mock.method(performance, 'now', () => now)
    mock.timers.enable({ apis: ['setInterval'] })
    const server = new EventEmitter()
    let closed = 0
    limitUnread(server as Server, proxies([]), () => closed++)
    const closedNow = () => {
      const count = closed
      closed = 0
      return count
    }
    return {
      connection(remoteAddress: string, writableLength: number) {
        const socket = Object.assign(new EventEmitter(), { remoteAddress, writableLength, bytesWritten: writableLength, isOpen: true })
        server.emit('connection', Object.assign(socket, { destroy: () => Object.assign(socket, { isOpen: false }) }))
        return socket
      },
      /** The number of connections that a look closes after this time, in milliseconds. */
      after(milliseconds: number) {
        now += milliseconds
        mock.timers.tick(1_000)
        return closedNow()
      },
    }
  }

  test('a connection may take nothing for a minute, and its answers are looked at each second', (t) => {
    const { connection, after } = usual(t)
    const socket = connection('192.0.2.1', 1_000)
    assert.deepEqual([after(0), after(59_999), socket.isOpen], [0, 0, true])
    assert.deepEqual([after(1), socket.isOpen], [1, false])
    const other = connection('192.0.2.1', 1_000)
    after(0)
    other.bytesWritten += 1
    assert.deepEqual([after(60_000), after(59_000), after(1_000)], [0, 0, 1], 'what it takes counts')
  })

  test('16 MB may lie there of one address, where that of which least was taken lately goes first', (t) => {
    const { connection, after } = usual(t)
    const sockets = [8, 8].map((megabytes) => connection('192.0.2.1', megabytes * 1_000_000))
    assert.equal(after(0), 0)
    const added = [connection('192.0.2.1', 1), connection('192.0.2.2', 16_000_000)]
    sockets[0]!.bytesWritten += 1
    assert.equal(after(1_000), 1)
    assert.deepEqual(
      [...sockets, ...added].map(({ isOpen }) => isOpen),
      [true, false, true, true],
    )
  })

  test('64 MB may lie there in all, and the address of which most lies there makes room', (t) => {
    const { connection, after } = usual(t)
    const [two, ...others] = ['1', '2', '3', '4'].map((at) => [
      connection(`192.0.2.${at}`, 8_000_000),
      connection(`192.0.2.${at}`, 8_000_000),
    ])
    assert.equal(after(0), 0)
    const small = connection('192.0.2.5', 1_000_000)
    assert.equal(after(1_000), 1)
    assert.equal(small.isOpen, true)
    assert.equal([two, ...others].flat().filter((each) => each?.isOpen).length, 7)
  })
})

test('requests of one connection are begun one after the other, once the answer before is read', async () => {
  const begun: string[] = []
  const { port } = await server(
    never,
    [],
    oneAtATime(({ url = '' }, response) => {
      begun.push(url)
      response.end(long)
    }),
  )
  const text = ['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('')
  const socket = await asker(port, '127.0.0.2', text)
  assert.deepEqual(begun, ['/a'])
  for (const read of [
    ['/a', '/b'],
    ['/a', '/b', '/c'],
  ]) {
    await take(socket, long.length)
    await pause(30)
    assert.deepEqual(begun, read)
  }
  socket.destroy()
  await pause(30)
  assert.deepEqual(begun, ['/a', '/b', '/c'])
})
