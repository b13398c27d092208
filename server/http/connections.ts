import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network.ts'
import type { IsProxy } from './proxies.ts'
import { Shares } from './shares.ts'
import type { RefuseConnection } from './unreadable.ts'

/** Beyond `most` open connections, some are closed for new ones. A body must be complete `body` milliseconds after its headers. */
const usual = { most: 2_000, body: 5_000 }

/** The state of an open connection. `turn`: the number of its last request among all. `bodyTimer`: runs from its last request with a body. */
type Connection = {
  place: string
  turn: number
  request?: IncomingMessage | undefined
  response?: ServerResponse
  bodyTimer?: NodeJS.Timeout
}

/** One entry for each socket, so that nothing has to be kept for each request. */
const open = new WeakMap<Socket, Connection>()

/**
 * Keeps one place in the network from taking all connections. No new connection is refused: beyond the limit, an inactive one is
 * closed instead. Connections that never sent a whole request go first, then those that wait for the next request, then those
 * whose body is incomplete. Each time, the oldest one of the place with the most of that kind is closed. A request being answered is left
 * alone. A trusted proxy has no share, because all its users have the same address.
 */
export function shareConnections(server: Server, isProxy: IsProxy, refuse: RefuseConnection, { most, body }: typeof usual = usual): void {
  const connections = new Map<Socket, Connection>()
  const silent = new Shares<Socket>()
  let turns = 0

  const forget = (socket: Socket) => {
    silent.delete(connections.get(socket)?.place ?? '', socket)
    connections.delete(socket)
  }
  /** Searched when a connection has to close, and not tracked with each request: closing is rare and requests are many. */
  const oldest = (isOfKind: (connection: Connection) => boolean) => {
    const those = [...connections].filter(([, connection]) => isOfKind(connection)).sort(([, one], [, other]) => one.turn - other.turn)
    const shares = new Shares<Socket>()
    for (const [socket, { place }] of those) shares.add(place, socket)
    return shares.firstOfMost()
  }
  const closeOne = () => {
    const spare = silent.firstOfMost() ?? oldest(isIdle) ?? oldest(isSending)
    if (!spare) return
    forget(spare)
    spare.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const connection: Connection = { place: networkOf(address), turn: 0 }
    open.set(socket, connection)
    socket.once('close', () => clearTimeout(connection.bodyTimer))
    if (isProxy(address, 0)) return
    if (connections.size >= most) closeOne()
    connections.set(socket, connection)
    silent.add(connection.place, socket)
    socket.once('close', () => forget(socket))
  })

  server.prependListener('request', (request, response) => {
    const { socket } = request
    const connection = open.get(socket)
    if (!connection) return
    if (!connection.response) silent.delete(connection.place, socket)
    connection.response = response
    connection.request = request
    connection.turn = ++turns
    if (!hasBody(request)) return
    connection.bodyTimer ??= setTimeout(() => {
      if (isSending(connection)) refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT')
    }, body)
    connection.bodyTimer.refresh()
  })
}

const isIdle = ({ response }: Connection) => response?.writableFinished === true

const isSending = ({ request }: Connection) => request?.complete === false

/** Lets the body of this request take as long as Node's own `requestTimeout`: uploads of pictures by callers who may upload. */
export function awaitLongBody({ socket }: IncomingMessage): void {
  const connection = open.get(socket)
  if (connection) connection.request = undefined
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
