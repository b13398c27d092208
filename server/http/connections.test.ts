import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { readConfig } from '#server/config.ts'
import { awaitLongBody, shareConnections } from './connections.ts'
import { networkOf } from './network.ts'
import { proxies } from './proxies.ts'
import { httpServer } from './server.ts'
import { Shares } from './shares.ts'
import type { RefuseConnection } from './unreadable.ts'

/** A server for at most ten connections, whose bodies may take `body` milliseconds. `/slow` answers when `finish` is called. */
async function smallServer({ trusted = [], body = 60_000 }: { trusted?: string[]; body?: number } = {}) {
  const waiting = new Set<() => void>()
  const server = createServer(({ url }, response) => {
    const answer = () => response.end('ok')
    if (url === '/slow') waiting.add(answer)
    else answer()
  })
  const refused: string[] = []
  const refuse: RefuseConnection = (socket, reason = 'unknown') => {
    refused.push(reason)
    socket.destroy()
  }
  shareConnections(server, proxies(trusted), refuse, { most: 10, body })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  running.push(server)
  const finish = () => {
    for (const answer of waiting) answer()
  }
  return { server, refused, finish }
}

const running: Server[] = []
const dialled: Socket[] = []
afterEach(() => {
  for (const socket of dialled.splice(0)) socket.destroy()
  for (const server of running.splice(0)) server.close()
})

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Connects from `localAddress`, sends `text`, and waits until the server has read it, and answered where it does so at once. */
async function dial(server: Server, localAddress: string, text = '') {
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const socket = connect({ port: portOf(server), host: '127.0.0.1', localAddress })
  dialled.push(socket)
  socket.on('error', () => {}).resume()
  await once(socket, 'connect')
  const [accepting] = await accepted
  socket.write(text)
  await until(() => accepting.destroyed || accepting.bytesRead >= text.length)
  if (text === get) await until(() => socket.closed || socket.bytesRead > 0)
  return socket
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)))

/** Waits for `isReached`, and for what else happens in the same turn of the event loop. */
async function until(isReached: () => boolean) {
  while (!isReached()) await pause(1)
  await pause(1)
}

async function dialMany(count: number, server: Server, localAddress: string, text = '') {
  const sockets: Socket[] = []
  for (let i = 0; i < count; i++) sockets.push(await dial(server, localAddress, text))
  return sockets
}

/** Returns which sockets are open, once that has stopped changing. */
async function openOnes(sockets: Socket[]): Promise<boolean[]> {
  for (let last: boolean[] = []; ; ) {
    await pause(40)
    const now = sockets.map((socket) => !socket.closed && !socket.readableEnded)
    if (isDeepStrictEqual(now, last)) return now
    last = now
  }
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const slow = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
const half = 'GET / HTTP/1.1\r\nHost:'
const yes = (count: number) => Array<boolean>(count).fill(true)

describe('where all connections are taken', () => {
  test('somebody new gets the place of the oldest one of the address that has most', async () => {
    const { server } = await smallServer()
    const few = await dialMany(4, server, '127.0.0.3', half)
    const many = await dialMany(6, server, '127.0.0.2')
    const other = await dial(server, '127.0.0.4', get)
    const same = await dial(server, '127.0.0.2', get)
    assert.deepEqual(await openOnes(few), yes(4))
    assert.deepEqual(await openOnes(many), [false, false, true, true, true, true])
    assert.deepEqual(await openOnes([other, same]), yes(2))
  })

  test('an office behind one address keeps its connections, used or at rest, while few that say nothing are left', async () => {
    const { server } = await smallServer()
    const office = [...(await dialMany(5, server, '127.0.0.2', get)), ...(await dialMany(2, server, '127.0.0.2', slow))]
    const silent = await dialMany(3, server, '127.0.0.3', half)
    const more = await dialMany(3, server, '127.0.0.4', half)
    assert.deepEqual(await openOnes(office), yes(7))
    assert.deepEqual(await openOnes([...silent, ...more]), [false, false, true, false, true, true])
  })

  test('those at rest go next, and what is being answered never does', async () => {
    const { server, finish } = await smallServer()
    const atRest = await dialMany(3, server, '127.0.0.2', get)
    const busy = await dialMany(7, server, '127.0.0.3', slow)
    const more = await dialMany(5, server, '127.0.0.3', slow)
    assert.deepEqual(await openOnes(atRest), [false, false, false])
    assert.deepEqual(await openOnes([...busy, ...more]), yes(12))
    finish()
    await until(() => [...busy, ...more].every(({ bytesRead }) => bytesRead > 0))
    await dial(server, '127.0.0.4', get)
    assert.equal((await openOnes([...busy, ...more])).filter(Boolean).length, 11, 'answered, they are at rest')
  })

  test('one that was at rest and is used again is at work', async () => {
    const { server } = await smallServer()
    const [reused] = await dialMany(1, server, '127.0.0.2', get)
    const atRest = await dialMany(9, server, '127.0.0.2', get)
    const heard = once(server, 'request')
    reused?.write(slow)
    await heard
    await dialMany(2, server, '127.0.0.3', slow)
    assert.deepEqual(await openOnes([reused!, ...atRest]), [true, false, false, ...yes(7)])
  })

  test('those whose body is still coming go last', async () => {
    const { server } = await smallServer()
    const sending = await dialMany(10, server, '127.0.0.2', 'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nx')
    await dialMany(2, server, '127.0.0.3', slow)
    assert.deepEqual(await openOnes(sending), [false, false, ...yes(8)])
  })

  test('all addresses of one IPv6 network are one place', async () => {
    const { server } = await smallServer()
    // A machine has one address of its own in IPv6, so these come from elsewhere by their word alone.
    const strangers = Array.from({ length: 6 }, (_, i) =>
      Object.defineProperty(new Socket(), 'remoteAddress', { value: `2001:db8::${i}:1` }),
    )
    for (const stranger of strangers) server.emit('connection', stranger)
    const office = await dialMany(4, server, '127.0.0.2', half)
    await dialMany(2, server, '127.0.0.3', slow)
    assert.deepEqual(await openOnes(office), yes(4))
    assert.deepEqual(
      strangers.map(({ destroyed }) => destroyed),
      [true, true, false, false, false, false],
    )
  })

  test('a proxy of ours has no share: its one address stands for everybody', async () => {
    const { server } = await smallServer({ trusted: ['127.0.0.2'] })
    const proxied = await dialMany(15, server, '127.0.0.2', get)
    const others = await dialMany(10, server, '127.0.0.3', half)
    assert.deepEqual(await openOnes([...proxied, ...others]), yes(25))
  })

  test('a connection that has ended takes none', async () => {
    const { server } = await smallServer()
    const gone = await dialMany(10, server, '127.0.0.2', get)
    const ended = Promise.all(gone.map((socket) => once(socket, 'close')))
    for (const socket of gone) socket.destroy()
    await ended
    while ((await connectionsOf(server)) > 0) await pause(1)
    const here = await dialMany(10, server, '127.0.0.3', half)
    assert.deepEqual(await openOnes(here), yes(10))
  })
})

describe('a body', () => {
  const post = 'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n'

  test('that doesn’t come whole in time is refused, also when it dribbles or has no stated length', async () => {
    const { server, refused } = await smallServer({ body: 150 })
    const dribbling = await dial(server, '127.0.0.2', post)
    await dial(server, '127.0.0.2', 'POST /slow HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n')
    for (let i = 0; i < 4; i++) {
      await pause(30)
      dribbling.write('x')
    }
    await pause(120)
    assert.deepEqual(refused, ['ERR_HTTP_REQUEST_TIMEOUT', 'ERR_HTTP_REQUEST_TIMEOUT'])
  })

  test('that has come may be worked on for as long as it takes', async () => {
    const { server, refused } = await smallServer({ body: 150 })
    server.prependListener('request', (incoming) => incoming.resume())
    await dial(server, '127.0.0.2', `${post}12345`)
    await pause(250)
    assert.deepEqual(refused, [])
  })

  test('has the whole time, whatever came on its connection before', async () => {
    const { server, refused } = await smallServer({ body: 1_000 })
    server.prependListener('request', (incoming) => incoming.resume())
    const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n'
    const socket = await dial(server, '127.0.0.2', `${post}12345`)
    await pause(600)
    socket.write(post)
    await pause(600)
    assert.deepEqual(refused, [])
    await pause(600)
    assert.deepEqual(refused, ['ERR_HTTP_REQUEST_TIMEOUT'])
  })

  test('of pictures may take longer', async () => {
    const { server, refused } = await smallServer({ body: 150 })
    server.on('request', (incoming) => awaitLongBody(incoming))
    await dial(server, '127.0.0.2', post)
    await pause(250)
    assert.deepEqual(refused, [])
  })
})

test('usually a body has five seconds, headers as many, and a connection at rest thirty', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const server = createServer()
  const refused: unknown[] = []
  shareConnections(server, proxies([]), (_socket, reason) => refused.push(reason))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  running.push(server)
  const socket = connect({ port: portOf(server), host: '127.0.0.1' })
  dialled.push(socket)
  socket.on('error', () => {}).write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n')
  await once(server, 'request')
  mock.timers.tick(4_999)
  assert.deepEqual(refused, [])
  mock.timers.tick(1)
  assert.deepEqual(refused, ['ERR_HTTP_REQUEST_TIMEOUT'])
  const app = httpServer({ ...readConfig({}), logLevel: 'silent' })
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = app.server
  assert.deepEqual([headersTimeout, requestTimeout, keepAliveTimeout, timeout], [5_000, 30_000, 30_000, 60_000])
  await app.close()
})

test('a request that breaks off within its answer is told nothing: a second answer would stand in the first one', async () => {
  const app = httpServer({ ...readConfig({}), logLevel: 'silent' })
  app.get('/begun', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('begun')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  running.push(app.server)
  const incoming = await new Promise<NodeJS.ReadableStream & { socket: Socket }>((resolve) =>
    request({ port: portOf(app.server), path: '/begun' }, (reply) => resolve(reply as never)).end(),
  )
  let text = ''
  incoming.on('data', (chunk) => (text += chunk)).on('error', () => {})
  incoming.socket.write('\x00')
  await new Promise((resolve) => incoming.on('close', resolve))
  assert.equal(text, 'begun')
})

test('shares go by place, and a place that is empty is forgotten', () => {
  const shares = new Shares<string>()
  assert.equal(shares.firstOfMost(), undefined)
  for (const [place, member] of ['a1', 'b1', 'a2', 'b2', 'b3'].map((each) => [each[0]!, each] as const)) shares.add(place, member)
  assert.equal(shares.firstOfMost(), 'b1')
  shares.delete('b', 'b1')
  assert.equal(shares.firstOfMost(), 'a1', 'of two that have as many, the one that came first')
  for (const member of ['a1', 'a2']) shares.delete('a', member)
  shares.delete('c', 'c1')
  assert.equal(shares.firstOfMost(), 'b2')
})

describe('one place in the network is', () => {
  for (const [address, place] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['192.0.2.7:5001', '192.0.2.7'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['[::ffff:192.0.2.7]', '192.0.2.7'],
    ['', ''],
  ] as const) {
    test(`${place} for ${address}`, () => assert.equal(networkOf(address), place))
  }
})
