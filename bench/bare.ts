import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The least that a server can do: sends the bytes of the file named on the command line, as JSON, to everybody. */
const [, , file = ''] = process.argv
const bytes = readFileSync(file)

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => console.log(`runs at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
