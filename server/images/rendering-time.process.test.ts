import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { usualCost } from '#server/auth/password-hash.ts'
import { personOf } from '#server/auth/sessions.ts'
import { guard } from '#server/http/guard.ts'
import { httpServer } from '#server/http/server.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { isLinux, renderersOf, stopwatch } from '#testing/linux.ts'
import { blackPng, eventually, multipartBody, picture, type UploadReply } from '#testing/pictures.ts'
import { images } from './images.ts'

let app: TestApp
let server: ReturnType<typeof httpServer>
before(async () => {
  app = await testApp()
  server = httpServer(app.config)
  // 20 seconds in the product.
  images.routes(server, guard(app.db, personOf, true), {
    media: app.media,
    incoming: app.incoming,
    hashCost: usualCost,
    renderingTime: 2_000,
  })
})
after(async () => {
  await server.close()
  await app.close()
})

async function send(...files: Uint8Array[]): Promise<UploadReply> {
  const { body, type } = await multipartBody(files.map((bytes, n) => ({ name: `${n}.png`, bytes })))
  const headers = { authorization: `Bearer ${app.tokens.staff}`, 'content-type': type }
  const reply = await server.inject({ method: 'POST', url: '/api/upload', headers, payload: body })
  return { status: reply.statusCode, body: reply.json() }
}

test('a picture that isn’t rendered in time is told so, and the one before it is stored', {
  skip: isLinux ? false : 'the renderer is found through /proc',
}, async () => {
  await send(await picture('png'))
  const inPlace = async () => (await readdir(join(app.dataDir, 'media'))).length
  const reply = send(await picture('png'), blackPng(6_300, 6_300))
  await eventually(async () => (await inPlace()) === 2)
  const [renderer = 0] = renderersOf(process.pid)
  // What hangs for good, as a decoder can: only the limit ends the wait for it.
  process.kill(renderer, 'SIGSTOP')
  const elapsed = stopwatch()
  const { status, body } = await reply
  const took = elapsed()
  assert.ok(took < 4_000, `${Math.round(took)} ms`)
  assert.equal(status, 201)
  assert.ok(body[0]?._id, JSON.stringify(body))
  assert.equal(body[1]?.code, 'timeout')
  const alone = await send(await picture('png'))
  assert.deepEqual([alone.status, alone.body.code, alone.body.files[0]?.code], [503, 'timeout', 'timeout'], 'another try may go well')
})
