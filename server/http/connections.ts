import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network.ts'
import type { IsProxy } from './proxies.ts'
import { Shares } from './shares.ts'
import type { RefuseConnection } from './unreadable.ts'

/** `most` connections may be open before some are closed for new ones; a body must have come whole `body` milliseconds after its headers. */
const usual = { most: 2_000, body: 5_000 }

/**
 * Keeps one place in the network from taking all connections. Nobody new is turned away: where too many are open, one that does
 * nothing is closed instead. Those that never sent a whole request go first, then those that wait for the next one, then those
 * whose body is still coming; each time the oldest one of the place that has most of its kind. What is being answered is left alone.
 * A proxy of ours has no share: its one address stands for everybody.
 */
export function shareConnections(server: Server, isProxy: IsProxy, refuse: RefuseConnection, { most, body }: typeof usual = usual): void {
  const places = new Map<Socket, string>()
  const silent = new Shares<Socket>()
  const idle = new Shares<Socket>()
  const sending = new Shares<Socket>()

  const leave = (socket: Socket, ...kinds: Shares<Socket>[]) => {
    const place = places.get(socket)
    if (place !== undefined) for (const kind of kinds) kind.delete(place, socket)
  }
  const enter = (socket: Socket, kind: Shares<Socket>) => {
    const place = places.get(socket)
    if (place !== undefined) kind.add(place, socket)
  }
  const forget = (socket: Socket) => {
    leave(socket, silent, idle, sending)
    places.delete(socket)
  }
  const closeOne = () => {
    const spare = silent.firstOfMost() ?? idle.firstOfMost() ?? sending.firstOfMost()
    if (!spare) return
    forget(spare)
    spare.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address, 0)) return
    if (places.size >= most) closeOne()
    places.set(socket, networkOf(address))
    enter(socket, silent)
    socket.once('close', () => forget(socket))
  })

  server.prependListener('request', (request, response) => {
    const { socket } = request
    leave(socket, silent, idle)
    response.once('close', () => {
      if (!socket.destroyed) enter(socket, idle)
    })
    if (!hasBody(request)) return
    enter(socket, sending)
    const timer = setTimeout(() => {
      if (!request.complete) refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT')
    }, body)
    const arrived = () => {
      clearTimeout(timer)
      leave(socket, sending)
    }
    request.once('close', arrived)
    longBodies.set(request, arrived)
  })
}

const longBodies = new WeakMap<IncomingMessage, () => void>()

/** Lets the body of this request take as long as Node's own `requestTimeout`: pictures, from somebody who may send them. */
export function awaitLongBody(request: IncomingMessage): void {
  longBodies.get(request)?.()
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
