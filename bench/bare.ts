import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The answer of a bare server: the status, the headers (names and values alternating) and the body. */
export type Answer = { status: number; headers: string[]; body: string }

/** The minimal server: it sends the same answer to every request, from the file on the command line, or else a greeting. */
const [, , file] = process.argv
const { status, headers, body }: Answer =
  file === undefined ? { status: 200, headers: ['content-length', '2'], body: 'ok' } : (JSON.parse(readFileSync(file, 'utf8')) as Answer)
const bytes = Buffer.from(body)

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(status === 304 ? undefined : bytes)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
// If the signal killed Node directly, Node would not save its compiled code, and the next start would be slower.
process.on('SIGTERM', () => process.exit())
