import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { webApp } from './web-app.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebox-web-'))
  await cp(join(import.meta.dirname, '..', '..', 'web', 'index.html'), join(folder, 'index.html'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function page(hosts: string[], inFolder = folder) {
  const app = Fastify()
  await webApp(app, inFolder, hosts)
  return (await app.inject('/')).body
}

test('the page is told which hosts besides the usual ones may be framed', async () => {
  assert.match(
    await page(['player.example.com', 'trailers.example']),
    /name="moviebox-trailer-hosts" content="player\.example\.com trailers\.example"/,
  )
  assert.match(await page([]), /name="moviebox-trailer-hosts" content=""/)
})

test('a web app that is not built yet says how to build it', async () => {
  assert.match(await page([], join(folder, 'missing')), /npm start/)
})
