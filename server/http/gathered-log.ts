import type { Writable } from 'node:stream'

/** Hands on the lines of one turn of the event loop together: each write of its own would cost a request more than finding its answer. */
export function gathered(stream: Writable): { write(line: string): void } {
  let lines = ''
  const flush = () => {
    const gathered = lines
    lines = ''
    if (gathered !== '') stream.write(gathered)
  }
  process.on('exit', flush)
  return {
    write(line) {
      if (lines === '') setImmediate(flush)
      lines += line
    },
  }
}
