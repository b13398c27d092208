import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Image } from '#contract/images.ts'
import { renditions } from '#contract/pictures.ts'
import { buildApp } from '#server/app.ts'
import { openProduct } from '#server/startup/product.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { eventually, multipartBody, picture, stored, storedFiles } from '#testing/pictures.ts'
import type { Media } from './media.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

/** Another server on the same records and the same folder, with a media folder that behaves as `change` says. */
async function another(change: (media: Media) => Partial<Media>): Promise<FastifyInstance> {
  return buildApp({ ...app, webFolder: app.dataDir, media: { ...app.media, ...change(app.media) } })
}

async function send(server: FastifyInstance, bytes: Uint8Array, as: 'staff' | 'super user' = 'staff') {
  const { body, type } = await multipartBody([{ name: 'poster.png', bytes }])
  const headers = { authorization: `Bearer ${app.tokens[as]}`, 'content-type': type }
  const reply = await server.inject({ method: 'POST', url: '/api/upload', payload: body, headers })
  return { status: reply.statusCode, image: reply.json<Image[]>()[0] }
}

async function assertServed(image: Image | undefined) {
  const files = renditions(image?.url ?? '')
  assert.ok(files.length > 0)
  for (const { url } of files) assert.equal((await app.call('GET', url)).status, 200, url)
}

const noSpace = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))

describe('two uploads of the same bytes, one of which fails', () => {
  for (const where of ['on two servers that share a folder', 'on one server'] as const) {
    test(`${where}: the other's picture is kept, in every width`, async () => {
      const bytes = await picture('png', { width: 700 })
      const put = Promise.withResolvers<void>()
      const failed = Promise.withResolvers<void>()
      let refuse = false
      // It has put its last file, and records it only after the other upload has failed.
      const slow = await another((media) => ({
        async put(name, content) {
          if (refuse) return noSpace()
          await media.put(name, content)
          if (!name.endsWith('/700.webp')) return
          put.resolve()
          await failed.promise
        },
      }))
      const narrow = where === 'on one server' ? slow : await another(() => ({ put: noSpace }))
      const first = send(slow, bytes)
      await put.promise
      refuse = true
      assert.equal((await send(narrow, bytes)).status, 507)
      failed.resolve()
      const { status, image } = await first
      assert.equal(status, 201)
      await assertServed(image)
      await Promise.all([slow.close(), narrow.close()])
    })
  }

  test('because its caller was signed out before it was recorded: the other’s picture is kept', async () => {
    const bytes = await picture('png', { width: 700 })
    const put = Promise.withResolvers<void>()
    const failed = Promise.withResolvers<void>()
    const afterLast = (work: () => Promise<unknown>) => (media: Media) => ({
      async put(name: string, content: Uint8Array) {
        await media.put(name, content)
        if (name.endsWith('/700.webp')) await work()
      },
    })
    const slow = await another(
      afterLast(() => {
        put.resolve()
        return failed.promise
      }),
    )
    const left = await another(afterLast(() => app.call('POST', '/api/logout', 'super user')))
    const first = send(slow, bytes)
    await put.promise
    assert.equal((await send(left, bytes, 'super user')).status, 401)
    failed.resolve()
    const { status, image } = await first
    assert.equal(status, 201)
    await assertServed(image)
    await Promise.all([slow.close(), left.close()])
  })
})

test('a failed upload beside a picture in the trash keeps the trash its files', async () => {
  const bytes = await picture('png', { width: 700 })
  const image = await stored(app, bytes)
  await app.call('DELETE', `/api/images/${image._id}`, 'staff')
  const before = await storedFiles(app)
  const { body, type } = await multipartBody([
    { name: 'poster.png', bytes },
    { name: 'other.png', bytes: await picture('png') },
  ])
  const broken = await app.call('POST', '/api/upload', 'staff', body.subarray(0, -60), { 'content-type': type })
  assert.equal(broken.status, 400)
  await eventually(async () => !(await storedFiles(app)).some((file) => file.startsWith('incoming')))
  for (const file of before) assert.ok((await storedFiles(app)).includes(file), file)
  assert.equal((await app.call('POST', `/api/images/${image._id}/restoration`, 'staff')).status, 200)
  await assertServed(image)
})

test('two servers that share a folder store the same picture at once', async () => {
  // Only one server can have an SQLite file, so the other one then borrows its database.
  const alone = app.config.databaseUrl === undefined
  const other = alone ? { app: await another(() => ({})) } : await openProduct(app.config)
  for (let round = 0; round < 3; round++) {
    const bytes = await picture('png', { width: 700 })
    const replies = await Promise.all([send(app.app, bytes), send(other.app, bytes)])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [201, 201],
    )
    assert.equal(replies[0]?.image?._id, replies[1]?.image?._id)
    await assertServed(replies[0]?.image)
  }
  await ('close' in other ? other.close() : other.app.close())
})
