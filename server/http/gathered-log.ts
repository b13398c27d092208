import type { Writable } from 'node:stream'

/** How long a line may wait for others, in milliseconds. */
const patience = 10

/** Hands on lines together: each write of its own would cost a request more than finding its answer. */
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
      if (lines === '') setTimeout(flush, patience).unref()
      lines += line
    },
  }
}
