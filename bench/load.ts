import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A load: the bytes of a whole HTTP/1.1 request, and the status that every answer must have. */
export type Load = { request: () => Uint8Array; status: number }

const usual = { connections: 32, seconds: 1, pause: 0, signal: new AbortController().signal }
/** The warm-up in seconds, in which code is compiled and caches fill. */
const warmUp = 0.3

/**
 * Returns requests per second. Each connection sends its next request after the last answer, or `pause` ms later. Only the status and length of an
 * answer are parsed, so that the server is measured and not the client. Throws on an unexpected status.
 */
export async function requestsPerSecond(url: string, { request, status }: Load, limits: Partial<typeof usual> = {}): Promise<number> {
  const { connections, seconds, pause, signal } = { ...usual, ...limits }
  let [answered, isOver] = [0, false]
  const sockets = await Promise.all(Array.from({ length: connections }, () => connected(url)))
  const running = sockets.map(async (socket) => {
    while (!isOver) {
      const told = await exchange(socket, request())
      if (told !== status) throw new Error(`${url} answered with ${told} instead of ${status}.`)
      answered++
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    }
  })
  const measured = (async () => {
    await new Promise((resolve) => setTimeout(resolve, warmUp * 1000))
    const [begun, before] = [performance.now(), answered]
    await Promise.race([new Promise((resolve) => setTimeout(resolve, seconds * 1000).unref()), once(signal, 'abort')])
    const rate = ((answered - before) / (performance.now() - begun)) * 1000
    isOver = true
    await Promise.all(running)
    return rate
  })()
  try {
    return await Promise.race([measured, Promise.all(running).then(() => measured)])
  } finally {
    isOver = true
    for (const socket of sockets) socket.destroy()
  }
}

function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  return new Promise((resolve, reject) => socket.once('connect', () => resolve(socket)).once('error', reject))
}

/** Sends a request, and returns the status after the last byte of the answer. */
function exchange(socket: Socket, request: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    let [left, status] = [-1, 0]
    const end = (settle: () => void) => {
      socket.off('data', take).off('close', lost)
      settle()
    }
    const lost = () => end(() => reject(new Error('The connection was closed before the answer was there.')))
    const take = (chunk: Buffer) => {
      // The head of an answer is a few hundred bytes and arrives in one chunk.
      if (left === -1) {
        const head = chunk.toString('latin1', 0, chunk.indexOf('\r\n\r\n') + 4)
        status = Number(head.slice(9, 12))
        left = head.length + (status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]))
      }
      left -= chunk.length
      if (Number.isNaN(left)) end(() => reject(new Error('The answer tells no length.')))
      else if (left <= 0) end(() => resolve(status))
    }
    socket.on('data', take).on('close', lost)
    socket.write(request)
  })
}

/** Returns a keep-alive connection that sends one request after another. `send` returns the status after the last byte of the answer. */
export function keptConnection(url: string) {
  let socket: Socket | undefined
  return {
    async send(request: Uint8Array): Promise<number> {
      if (!socket || socket.destroyed) socket = await connected(url)
      return exchange(socket, request)
    },
    close: () => socket?.destroy(),
  }
}

/** Sends one request on a new connection. Returns the status. */
export async function exchangeOnce(url: string, request: Uint8Array): Promise<number> {
  const socket = await connected(url)
  try {
    return await exchange(socket, request)
  } finally {
    socket.destroy()
  }
}

/** Sends a request on a new connection, its last byte 50 ms after the others. `waited` is the time from that byte to the answer, in ms. */
export async function uploadedTo(url: string, request: Uint8Array): Promise<{ status: number; waited: number }> {
  const socket = await connected(url)
  try {
    socket.write(request.subarray(0, -1))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const begun = performance.now()
    const status = await exchange(socket, request.subarray(-1))
    return { status, waited: performance.now() - begun }
  } finally {
    socket.destroy()
  }
}

/** Returns the bytes of a request. */
export function bytesOf(method: string, path: string, headers: Record<string, string>, body = ''): Buffer {
  const all = {
    host: 'bench',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
