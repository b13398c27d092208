import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network.ts'
import type { IsProxy } from './proxies.ts'

/**
 * Bytes of answers that clients may leave unread, of one address and in all. `silence`: how long a connection may take nothing of its answer,
 * checked every `look`; both in milliseconds.
 */
const usual = { ofAddress: 16_000_000, inAll: 64_000_000, silence: 60_000, look: 1_000 }

/** A connection. `network` is `undefined` for a proxy of ours. `taken`: bytes that its client had taken at `since`. */
type Reader = { network: string | undefined; taken: number; since: number }

type Share = { bytes: number; most: number; sockets: Socket[] }

const checks = new WeakMap<Socket, () => void>()

/** Checks the limits of the server of this answer, where its client hasn't taken the answer at once. */
export function checkUnread({ req: { socket } }: ServerResponse): void {
  if (socket.writableLength > 0) checks.get(socket)?.()
}

/**
 * Closes connections whose clients don't read: each that takes nothing for `silence`. Where too many bytes are unread, it closes the connection
 * that has taken nothing for longest. A trusted proxy has no limit of its own, because all its users have the same address.
 */
export function limitUnread(server: Server, isProxy: IsProxy, closed: () => void, limits: Partial<typeof usual> = {}): void {
  const { ofAddress, inAll, silence, look } = { ...usual, ...limits }
  const readers = new Map<Socket, Reader>()

  function check() {
    const now = performance.now()
    const shares = new Map<string | undefined, Share>()
    for (const [socket, reader] of readers) {
      const unread = socket.writableLength
      const taken = socket.bytesWritten - unread
      if (unread === 0 || taken !== reader.taken) Object.assign(reader, { taken, since: now })
      if (unread === 0) continue
      if (now - reader.since >= silence) {
        close(socket)
        continue
      }
      const share = shares.get(reader.network) ?? { bytes: 0, most: reader.network === undefined ? inAll : ofAddress, sockets: [] }
      shares.set(reader.network, share)
      share.bytes += unread
      share.sockets.push(socket)
    }
    for (const share of shares.values()) trim(share, share.most)
    trimLargest([...shares.values()])
  }

  /** Closes the connections of a share that have taken nothing for longest, until no more than `most` bytes are left. */
  function trim(share: Share, most: number) {
    if (share.bytes <= most) return
    share.sockets.sort((one, other) => sinceOf(one) - sinceOf(other))
    while (share.bytes > most) {
      const [socket] = share.sockets.splice(0, 1)
      if (!socket) return
      share.bytes -= socket.writableLength
      close(socket)
    }
  }

  /** Trims the largest shares, down to the size of those that fit beside them. */
  function trimLargest(shares: Share[]) {
    let room = inAll
    shares.sort((one, other) => one.bytes - other.bytes)
    for (const [at, share] of shares.entries()) {
      trim(share, room / (shares.length - at))
      room -= share.bytes
    }
  }

  const sinceOf = (socket: Socket) => readers.get(socket)?.since ?? 0

  function close(socket: Socket) {
    closed()
    readers.delete(socket)
    socket.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    readers.set(socket, { network: isProxy(address, 0) ? undefined : networkOf(address), taken: 0, since: performance.now() })
    checks.set(socket, check)
    socket.once('close', () => readers.delete(socket))
  })
  const timer = setInterval(check, look).unref()
  server.once('close', () => clearInterval(timer))
}

/** Requests that may wait on one connection. No browser pipelines; a client that sends more is disconnected. */
const mostWaiting = 16

/**
 * Starts each request of a connection after the answer before it was read, one in each turn of the event loop: the answers of pipelined
 * requests would otherwise pile up in memory. Closes a connection on which more than `mostWaiting` requests wait.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, { response: ServerResponse; waiting: number }>()
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const before = latest.get(socket)
    if (!before || before.response.closed) {
      latest.set(socket, { response, waiting: 0 })
      return handle(request, response)
    }
    const waiting = before.waiting + 1
    if (waiting > mostWaiting) return void socket.destroy()
    latest.set(socket, { response, waiting })
    before.response.once('close', () =>
      setImmediate(() => {
        const last = latest.get(socket)
        if (last) last.waiting--
        if (!socket.destroyed) handle(request, response)
      }),
    )
  }
}
