import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { adminPassword } from '#testing/app.ts'
import { isLinux, isThere, memoryOf, processorTimeOf, read, renderersOf, stopwatch } from '#testing/linux.ts'
import { blackPng, eventually, multipartBody, picture, type UploadReply } from '#testing/pictures.ts'
import { processes, type Running, signIn, stop } from '#testing/process.ts'
import { type Renderer, renderer } from './renderer.ts'

const MB = 1_000_000
const never = new AbortController().signal

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebox-renderer-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function fileOf(name: string, bytes: Promise<Uint8Array> | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), await bytes)
  return join(folder, name)
}

/** Small as a file, and 700 MB in the decoder. */
const hugeAvif = () =>
  sharp({ create: { width: 7_000, height: 5_700, channels: 3, background: '#123' } })
    .avif({ effort: 0, quality: 1 })
    .toBuffer()

describe('the server with its renderer', { skip: isLinux ? false : 'it is watched through /proc' }, () => {
  let running: Running
  let headers: Record<string, string>
  let server: Awaited<ReturnType<typeof processes>>
  const pid = () => running.process.pid ?? 0
  const renderers = () => renderersOf(pid())
  before(async () => {
    server = await processes()
    await startServer()
  })
  after(() => server.end())

  async function send(...files: Uint8Array[]): Promise<UploadReply> {
    const { body, type } = await multipartBody(files.map((bytes, n) => ({ name: `${n}.png`, bytes })))
    const all = { ...headers, 'content-type': type }
    const reply = await fetch(`${running.url}/api/upload`, { method: 'POST', headers: all, body: new Uint8Array(body) })
    return { status: reply.status, body: (await reply.json()) as UploadReply['body'] }
  }
  async function startServer() {
    running = await server.start()
    const { authorization = '' } = await signIn(running.url)
    headers = { authorization }
  }
  const hashesInPlace = async () => (await readdir(join(server.folder, 'media'))).length

  test('loads no decoder itself, goes before it, and tells it no secret', async () => {
    assert.deepEqual(renderers(), [], 'nothing was uploaded yet')
    assert.equal((await send(await picture('jpeg'))).status, 201)
    assert.doesNotMatch(read(pid(), 'maps'), /libvips/)
    const [child = 0] = renderers()
    assert.match(read(child, 'maps'), /libvips/)
    assert.ok(read(pid(), 'environ').includes(adminPassword), 'the server was told')
    assert.ok(getPriority(child) > getPriority(pid()), 'answers go before pictures')
    assert.doesNotMatch(read(child, 'environ'), new RegExp(`${adminPassword}|DATA_DIR|DATABASE_URL`))
  })

  test('stores every file although the renderer is killed in the middle, and has another one within a second', async () => {
    const before = await hashesInPlace()
    const reply = send(await picture('png'), blackPng(6_300, 6_300), await picture('png'))
    await eventually(async () => (await hashesInPlace()) > before)
    const [child = 0] = renderers()
    // Ctrl+C signals this process too, but only the server reacts: running work goes on.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(child, signal)
    await pause(20)
    assert.ok(isThere(child))
    process.kill(child, 'SIGKILL')
    const sinceKill = stopwatch(pid())
    await eventually(() => renderers().some((each) => each !== child))
    const took = sinceKill()
    assert.ok(took < 1_000, `${Math.round(took)} ms`)
    const { status, body } = await reply
    assert.equal(status, 201)
    for (const each of body) assert.ok(each._id, JSON.stringify(each))
  })

  test('refuses a file that ends it twice, in a sentence, and lives on', async () => {
    const bytes = blackPng(6_250, 6_250)
    const over = new AbortController()
    const killing = (async () => {
      for (; !over.signal.aborted; await pause(10)) for (const child of renderers()) process.kill(child, 'SIGKILL')
    })()
    const { status, body } = await send(bytes)
    over.abort()
    await killing
    assert.deepEqual([status, body.code], [422, 'not_decoded'])
    assert.match(body.error, /could not decode this image\. .*\.$/)
    assert.equal((await send(await picture('png'))).status, 201)
  })

  test('finishes the pictures that are under way when it is asked to stop, and leaves no renderer behind', async () => {
    const before = await hashesInPlace()
    const reply = send(await picture('png'), blackPng(4_000, 4_000))
    await eventually(async () => (await hashesInPlace()) > before)
    const [child = 0] = renderers()
    const code = stop(running)
    const { status, body } = await reply
    assert.deepEqual([status, body.every(({ _id }) => _id)], [201, true])
    assert.equal(await code, 0)
    assert.ok(!isThere(child))
    await startServer()
  })

  for (const [when, sizes] of [
    ['with nothing to do', []],
    ['in the middle of a picture', [6_200]],
  ] as const) {
    test(`takes its renderer along when it is killed itself, ${when}`, async () => {
      if (!isThere(pid())) await startServer()
      const inPlace = await hashesInPlace()
      const reply = send(await picture('png'), ...sizes.map((size) => blackPng(size, size))).catch(() => undefined)
      await eventually(async () => (await hashesInPlace()) > inPlace)
      if (sizes.length === 0) await reply
      const [child = 0] = renderers()
      assert.ok(isThere(child))
      await stop(running, 'SIGKILL')
      const [before, sinceKill] = [processorTimeOf(child), stopwatch(child)]
      let worked = 0
      await eventually(() => {
        worked = Math.max(worked, processorTimeOf(child) - before)
        return !isThere(child)
      })
      assert.ok(sinceKill() < 1_000)
      assert.ok(worked < 1_000, `it went on for ${worked} ms`)
      await reply
    })
  }
})

describe('the renderer', () => {
  let rendering: Renderer
  const start = (limits: Parameters<typeof renderer>[0] = {}) => {
    rendering = renderer(limits)
    return rendering
  }
  let huge: string
  before(async () => {
    huge = await fileOf('huge.avif', hugeAvif())
  })
  after(() => rendering.close())
  const mine = () => renderersOf(process.pid)

  test('refuses what would take too much memory before it is decoded, and says what can be done', async () => {
    await assert.rejects(start().render(huge, never), {
      code: 'too_much_memory',
      message: /too much memory .*\. .* a JPEG\.$/,
    })
    await rendering.close()
  })

  test('reads no kind of file but those that are stored, whatever its libraries can', async () => {
    const drawing = await fileOf('drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
    await assert.rejects(start().render(drawing, never), { code: 'unreadable' })
    await rendering.close()
  })

  test('never takes more than its ceiling, whatever it thought beforehand, and goes on with the other pictures', async () => {
    // The first takes a while, and is under way when the memory runs out.
    const others = [blackPng(6_000, 6_000), await picture('png'), await picture('png')]
    const paths = await Promise.all(others.map((bytes, n) => fileOf(`${n}.png`, bytes)))
    start({ ceiling: 220 * MB, room: 2_000 * MB })
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, ...mine().map(memoryOf))
    }, 2)
    const [refused, ...stored] = await Promise.allSettled([huge, ...paths].map((path) => rendering.render(path, never)))
    clearInterval(watch)
    assert.ok(refused?.status === 'rejected')
    assert.equal((refused.reason as { code?: string }).code, 'too_much_memory')
    assert.deepEqual(
      stored.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled'],
    )
    if (isLinux) assert.ok(most > 100 * MB && most < 400 * MB, `${Math.round(most / MB)} MB`)
    await rendering.close()
  })

  test('is stopped where it takes too long for one picture', async () => {
    const path = await fileOf('black.png', blackPng(6_000, 6_000))
    await assert.rejects(start({ timeLimit: 5 }).render(path, never), { code: 'not_decoded' })
    await rendering.close()
  })

  test('is not waited for longer than the upload can wait, which has other files to record', async () => {
    const path = await fileOf('black.png', blackPng(6_000, 6_000))
    await assert.rejects(start().render(path, AbortSignal.timeout(5)), { name: 'TimeoutError' })
    assert.equal((await rendering.render(await fileOf('small.png', await picture('png')), never)).renditions.length, 2)
    await rendering.close()
  })

  test('lets wait what has no room beside the others, and no longer than it is waited for', async () => {
    const path = await fileOf('black.png', blackPng(6_000, 6_000))
    start()
    const first = [rendering.render(path, never), rendering.render(path, never)]
    await assert.rejects(rendering.render(path, AbortSignal.timeout(20)), { name: 'TimeoutError' })
    for (const each of first) assert.equal((await each).renditions.at(-1)?.width, 2_560)
    await rendering.close()
  })

  test('goes at once where it kept much memory', { skip: isLinux ? false : 'it is found through /proc' }, async () => {
    const path = await fileOf('small.png', await picture('png'))
    for (const [tired, left] of [
      [1_000 * MB, 1],
      [1 * MB, 0],
    ] as const) {
      start({ tired })
      await rendering.render(path, never)
      await eventually(() => mine().length === left)
      await rendering.close()
    }
  })

  test('gives its memory back when there is nothing more to do, and is there again when there is', async () => {
    const path = await fileOf('small.png', await picture('png'))
    start({ idle: 100 })
    for (let round = 0; round < 2; round++) {
      assert.equal((await rendering.render(path, never)).renditions.length, 2)
      if (isLinux) {
        assert.equal(mine().length, 1)
        await eventually(() => mine().length === 0)
      }
    }
    await rendering.close()
  })
})
