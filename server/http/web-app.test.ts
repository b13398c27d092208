import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { securityHeaders } from './security.ts'
import { webApp } from './web-app.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebox-web-'))
  await cp(join(import.meta.dirname, '..', '..', 'web', 'index.html'), join(folder, 'index.html'))
})
after(() => rm(folder, { recursive: true, force: true }))

const open = async (hosts: string[], inFolder = folder) => {
  const app = Fastify()
  app.addHook('onRequest', async (_, reply) => void reply.headers(securityHeaders(hosts)))
  await webApp(app, inFolder, { trailerHosts: hosts, trashDays: 30 })
  return app.inject('/')
}

const page = async (hosts: string[], inFolder = folder) => (await open(hosts, inFolder)).body

test('the page is told which hosts besides the usual ones may be framed', async () => {
  assert.match(
    await page(['player.example.com', 'trailers.example']),
    /name="moviebox-trailer-hosts" content="player\.example\.com trailers\.example"/,
  )
  assert.match(await page([]), /name="moviebox-trailer-hosts" content=""/)
})

test('the page is told how long the trash keeps deleted records', async () => {
  assert.match(await page([]), /name="moviebox-trash-days" content="30"/)
})

test('a web app that is not built yet says how to build it', async () => {
  assert.match(await page([], join(folder, 'missing')), /npm start/)
})

test('the scripts in the page run by their hash, and nothing else that is inline does', async () => {
  const { body, headers } = await open([])
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(body) ?? []
  assert.match(script, /localStorage/)
  const hash = createHash('sha256').update(script).digest('base64')
  assert.match(String(headers['content-security-policy']), new RegExp(`;script-src 'self' 'sha256-${RegExp.escape(hash)}';`))
})
