import type { Writable } from 'node:stream'

/** How long a line may wait for others, in milliseconds. */
const longestWait = 10

/** In bytes: a line that doesn't fit is preceded by a flush. */
const room = 64 * 1024

/**
 * Batches lines into one write: a write for each line would cost more than finding the request's answer. Lines are stored as bytes, because a
 * long string of many parts costs more to keep and to join.
 */
export function gathered(stream: Writable): { write(line: string): void } {
  let bytes = Buffer.alloc(0)
  let length = 0
  const flush = () => {
    if (length > 0) stream.write(bytes.subarray(0, length))
    // The stream may still hold the flushed bytes, so they are not reused.
    bytes = Buffer.alloc(0)
    length = 0
  }
  process.on('exit', flush)
  return {
    write(line) {
      // A UTF-16 unit takes at most three bytes.
      if (length + line.length * 3 > bytes.length) {
        flush()
        bytes = Buffer.allocUnsafe(Math.max(room, line.length * 3))
      }
      if (length === 0) setTimeout(flush, longestWait).unref()
      length += bytes.write(line, length)
    },
  }
}
