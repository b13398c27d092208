import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network.ts'
import type { IsProxy } from './proxies.ts'
import { Shares } from './shares.ts'
import type { RefuseConnection } from './unreadable.ts'

/** `most` connections may be open before some are closed for new ones; a body must have come whole `body` milliseconds after its headers. */
const usual = { most: 2_000, body: 5_000 }

/** What is known of an open connection. `turn`: when it asked last, in the order of all requests. */
type Connection = { place: string; turn: number; response?: ServerResponse; isSending: boolean }

/**
 * Keeps one place in the network from taking all connections. Nobody new is turned away: where too many are open, one that does
 * nothing is closed instead. Those that never sent a whole request go first, then those that wait for the next one, then those
 * whose body is still coming; each time the oldest one of the place that has most of its kind. What is being answered is left alone.
 * A proxy of ours has no share: its one address stands for everybody.
 */
export function shareConnections(server: Server, isProxy: IsProxy, refuse: RefuseConnection, { most, body }: typeof usual = usual): void {
  const connections = new Map<Socket, Connection>()
  const silent = new Shares<Socket>()
  let turns = 0

  const forget = (socket: Socket) => {
    silent.delete(connections.get(socket)?.place ?? '', socket)
    connections.delete(socket)
  }
  /** Looked for when one has to go, and not kept with each request: nearly none goes, and there are many requests. */
  const oldest = (isOfKind: (connection: Connection) => boolean) => {
    const those = [...connections].filter(([, connection]) => isOfKind(connection)).sort(([, one], [, other]) => one.turn - other.turn)
    const shares = new Shares<Socket>()
    for (const [socket, { place }] of those) shares.add(place, socket)
    return shares.firstOfMost()
  }
  const closeOne = () => {
    const spare = silent.firstOfMost() ?? oldest(isIdle) ?? oldest(({ isSending }) => isSending)
    if (!spare) return
    forget(spare)
    spare.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address, 0)) return
    if (connections.size >= most) closeOne()
    const place = networkOf(address)
    connections.set(socket, { place, turn: 0, isSending: false })
    silent.add(place, socket)
    socket.once('close', () => forget(socket))
  })

  server.prependListener('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (connection) {
      if (!connection.response) silent.delete(connection.place, socket)
      connection.response = response
      connection.turn = ++turns
    }
    if (!hasBody(request)) return
    if (connection) connection.isSending = true
    const timer = setTimeout(() => {
      if (!request.complete) refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT')
    }, body)
    const arrived = () => {
      clearTimeout(timer)
      if (connection) connection.isSending = false
    }
    request.once('close', arrived)
    longBodies.set(request, arrived)
  })
}

const isIdle = ({ response }: Connection) => response?.writableFinished === true

const longBodies = new WeakMap<IncomingMessage, () => void>()

/** Lets the body of this request take as long as Node's own `requestTimeout`: pictures, from somebody who may send them. */
export function awaitLongBody(request: IncomingMessage): void {
  longBodies.get(request)?.()
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
