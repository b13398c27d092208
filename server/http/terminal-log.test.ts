import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import Fastify from 'fastify'
import { answerLog } from './logging.ts'
import { logRequests } from './request-log.ts'
import { readable, terminalLog } from './terminal-log.ts'

const time = new Date(2026, 10, 27, 10, 32, 5).toISOString()
const shown = (entry: object) => stripVTControlCharacters(readable(JSON.stringify({ time, ...entry })))

describe('in a terminal', () => {
  test('an answer is one readable line', () => {
    const answered = { level: 30, requestId: 'a-b-c', method: 'GET', route: '/api/movies/:id', status: 200, ms: 12, msg: 'answered' }
    assert.equal(shown(answered), '10:32:05  GET /api/movies/:id 200, 12 ms\n')
  })

  test('a warning says so and names its request, an error brings its stack', () => {
    assert.equal(shown({ level: 40, msg: 'slow', requestId: 'a-b-c' }), '10:32:05  Warning: slow  requestId: a-b-c\n')
    const err = { type: 'Error', message: 'gone', stack: 'Error: gone\n    at here' }
    assert.equal(
      shown({ level: 50, msg: 'gone', err, requestId: 'a-b-c' }),
      '10:32:05  Error: gone  requestId: a-b-c\nError: gone\n    at here\n',
    )
  })

  test('whatever else an entry carries is named', () => {
    assert.equal(shown({ level: 30, msg: 'swept', files: 3, folder: 'media' }), '10:32:05  swept  files: 3  folder: media\n')
  })

  test('nothing that somebody sent reaches it as a command', () => {
    const sent = 'a\u001b[2Jb\u0007c\u009bd\re'
    assert.equal(shown({ level: 30, msg: sent }), '10:32:05  a\uFFFD[2Jb\uFFFDc\uFFFDd\uFFFDe\n')
  })
})

test('only a terminal gets readable lines; a machine gets the JSON that was written', () => {
  let written = ''
  const write = (text: string | Uint8Array) => {
    written += text
    return true
  }
  const out = (isTTY: boolean) => ({ isTTY, write })
  assert.equal(terminalLog(out(false)), undefined)
  terminalLog(out(true))?.write(JSON.stringify({ level: 30, time, msg: 'listening' }))
  assert.match(written, /listening\n$/)
  assert.doesNotMatch(written, /[{}]/)
})

test('files that were sent as they are leave no line, everything else does', async () => {
  const routes: unknown[] = []
  const stream = { write: (line: string) => void routes.push((JSON.parse(line) as { route: string }).route) }
  const app = Fastify()
  logRequests(app, answerLog('info', undefined, stream))
  const ok = async () => 'ok'
  for (const path of ['/assets/a.js', '/media/:hash/:file', '/api/movies', '/livez', '/api/docs.css']) app.get(path, ok)
  app.get('/media/gone', async (_request, reply) => reply.status(404).send())
  app.setNotFoundHandler((_request, reply) => reply.send('the page'))
  for (const path of ['/assets/a.js', '/media/a/b.webp', '/gallery', '/api/movies', '/livez', '/media/gone']) await app.inject(path)
  assert.deepEqual(routes, ['/api/movies', '/livez', '/media/gone'])
})
