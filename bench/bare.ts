import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** What a bare server sends: the status, the headers (names and values in turn) and the body of somebody's answer. */
export type Answer = { status: number; headers: string[]; body: string }

/** The least that a server can do: sends the same answer to everybody, the one in the file named on the command line, else a greeting. */
const [, , file] = process.argv
const { status, headers, body }: Answer =
  file === undefined ? { status: 200, headers: ['content-length', '2'], body: 'ok' } : (JSON.parse(readFileSync(file, 'utf8')) as Answer)
const bytes = Buffer.from(body)

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(status === 304 ? undefined : bytes)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
// Killed by the signal, Node would not keep the compiled code, and the next start would be slower than it has to be.
process.on('SIGTERM', () => process.exit())
