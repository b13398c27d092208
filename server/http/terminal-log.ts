import { styleText } from 'node:util'

/** Returns the log's output for a terminal: one readable line each. Returns `undefined` for other outputs, which get JSON. */
export function terminalLog(out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) {
  return out.isTTY ? { write: (line: string) => void out.write(readable(line)) } : undefined
}

type Entry = { level: number; time: string; msg?: string; err?: { stack: string } } & Record<string, unknown>

/** Formats a line as `10:32:05  GET /api/movies 200, 12 ms`; warnings and errors add their level, request id and stack. */
export function readable(line: string): string {
  const { level, time, msg = '', err, requestId, method, route, status, ms, ...more }: Entry = JSON.parse(line)
  const said = method === undefined ? msg : `${method} ${route} ${status}, ${ms} ms`
  const details = Object.entries(level < 40 ? more : { ...more, requestId }).filter(([, value]) => value !== undefined)
  const named = details.map(([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const text = [said, ...named, ...(err ? [`\n${err.stack}`] : [])].join('')
  return `${styleText('dim', new Date(time).toTimeString().slice(0, 8))}  ${wrong(level)}${harmless(text)}\n`
}

/** pino's levels: 40 warns, 50 is an error, 60 the end. */
function wrong(level: number): string {
  if (level < 40) return ''
  return level < 50 ? styleText('yellow', 'Warning: ') : styleText('red', 'Error: ')
}

/** Replaces control characters: a message may quote a caller's input, and a terminal would obey them. */
const harmless = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, '\uFFFD')
