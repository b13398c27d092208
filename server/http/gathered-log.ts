import type { Writable } from 'node:stream'

/** How long a line may wait for others, in milliseconds. */
const longestWait = 10

/** In bytes: what doesn't fit goes on its way before. */
const room = 64 * 1024

/**
 * Hands on lines together: each write of its own would cost a request more than finding its answer. They are bytes from the beginning, since a
 * long string of many parts costs more to keep and to put together.
 */
export function gathered(stream: Writable): { write(line: string): void } {
  let bytes = Buffer.alloc(0)
  let length = 0
  const flush = () => {
    if (length > 0) stream.write(bytes.subarray(0, length))
    // The stream may hold on to these.
    bytes = Buffer.alloc(0)
    length = 0
  }
  process.on('exit', flush)
  return {
    write(line) {
      // A character of JavaScript's takes three bytes at most.
      if (length + line.length * 3 > bytes.length) {
        flush()
        bytes = Buffer.allocUnsafe(Math.max(room, line.length * 3))
      }
      if (length === 0) setTimeout(flush, longestWait).unref()
      length += bytes.write(line, length)
    },
  }
}
