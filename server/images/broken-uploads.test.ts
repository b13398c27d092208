import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type TestApp, testApp } from '#testing/app.ts'
import { eventually, filesOfImages, multipartBody, picture, storedFiles } from '#testing/pictures.ts'

/** How many bodies chance breaks: as many as it can within `time` milliseconds, at least `least` on a busy machine, and at most `most`. */
const fuzzing = { least: 400, most: 3_000, time: 5_000 }

let app: TestApp
let port: number
before(async () => {
  app = await testApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
})
after(() => app.close())

const nothingLeft = async () => (await filesOfImages(app)).length === 0
const imageCount = async () => (await app.db.selectFrom('images').select('id').execute()).length

const boundary = '----x'
const type = `multipart/form-data; boundary=${boundary}`
const part = (headers: string, content = 'x') => `--${boundary}\r\n${headers}\r\n\r\n${content}\r\n`
const file = 'Content-Disposition: form-data; name="images"; filename="a.png"'
const end = `--${boundary}--\r\n`
const send = (payload: string | Buffer, contentType = type) =>
  app.call('POST', '/api/upload', 'staff', payload, { 'content-type': contentType })

describe('a body', () => {
  for (const [what, payload, contentType, status] of [
    ['without a boundary in its type', 'x', 'multipart/form-data', 400],
    ['with another boundary than it says', part(file).replaceAll(boundary, 'other'), type, 400],
    ['that ends in the middle of a file', part(file, 'half a fi').slice(0, -4), type, 400],
    ['that ends in the middle of the headers', part(file).slice(0, 40), type, 400],
    ['that ends before the last boundary', part(file), type, 400],
    ['that breaks off after a good file', part(file, 'x') + part(file).slice(0, 30), type, 400],
    ['with a field called __proto__', part('Content-Disposition: form-data; name="__proto__"; filename="a.png"') + end, type, 400],
    ['with a field called constructor', part('Content-Disposition: form-data; name="constructor"') + end, type, 400],
    ['of more parts than anybody sends', part(file).repeat(1_200) + end, type, 413],
    ['of more fields than anybody sends', part('Content-Disposition: form-data; name="x"').repeat(200) + end, type, 413],
    ['with a part of no name', part('Content-Disposition: form-data; filename="a.png"', 'x') + end, type, 422],
    ['with a part without headers', part('X: y') + end, type, 422],
    ['that is empty', '', type, 422],
    ['of nothing but its end', end, type, 422],
    ['with a long field', part('Content-Disposition: form-data; name="x"', 'x'.repeat(100_000)) + end, type, 422],
  ] as const) {
    test(`${what} gets ${status}, a sentence, and leaves nothing`, async () => {
      const reply = await send(payload, contentType)
      assert.equal(reply.status, status, JSON.stringify(reply.body))
      assert.match((reply.body as { error: string }).error, /\w.*\.$/)
      await eventually(nothingLeft)
    })
  }

  test('with a field of a reserved name says so', async () => {
    for (const name of ['__proto__', 'constructor']) {
      const reply = await send(part(`Content-Disposition: form-data; name="${name}"; filename="a.png"`) + end)
      assert.equal((reply.body as { error: string }).error, 'The upload uses a reserved field name. Name the field "images".')
    }
  })

  test('that breaks off loses the good files of its request too: nobody was told about them', async () => {
    const { body, type } = await multipartBody([
      { name: 'a.png', bytes: await picture('png') },
      { name: 'b.png', bytes: await picture('png') },
    ])
    assert.equal((await send(body.subarray(0, -60), type)).status, 400)
    await eventually(nothingLeft)
    assert.equal(await imageCount(), 0)
  })
})

/** Opens an upload over a real connection that announces more than `body`, and sends that. */
async function begin(body: Buffer, contentType: string, length = body.length + 1_000_000) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = [
    'POST /api/upload HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${app.tokens.staff}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(body)
  return socket
}

describe('over a real connection', () => {
  test('an upload that is given up in the middle of a file leaves nothing', async () => {
    const image = await picture('png', { width: 1500, height: 1500 })
    const { body, type } = await multipartBody([
      { name: 'a.png', bytes: image },
      { name: 'b.png', bytes: Buffer.alloc(500_000, 1) },
    ])
    for (const sent of [10, 200, body.length - 400_000, body.length - 100]) {
      const socket = await begin(body.subarray(0, sent), type)
      await pause(60)
      if (sent > 10_000) assert.ok((await storedFiles(app)).length > 0, 'the upload is under way')
      socket.destroy()
      await eventually(nothingLeft)
    }
    assert.equal(await imageCount(), 0)
  })

  test('a refusal reaches a caller who is still sending, and the connection goes on', async () => {
    const bad = Buffer.from(part(file).repeat(1_001) + end)
    const socket = await begin(Buffer.concat([bad, Buffer.alloc(3_000_000, 'x')]), type, bad.length + 3_000_000)
    const [reply] = (await once(socket, 'data')) as [Buffer]
    assert.match(reply.toString(), /^HTTP\/1\.1 413 /)
    socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n')
    let next = ''
    socket.on('data', (chunk: Buffer) => {
      next += chunk
    })
    await eventually(() => next.includes('HTTP/1.1 200 '))
    socket.destroy()
  })

  test('a good upload is stored', async () => {
    const { body, type } = await multipartBody([{ name: 'a.png', bytes: await picture('png') }])
    const headers = { authorization: `Bearer ${app.tokens.staff}`, 'content-type': type }
    const reply = await fetch(`http://127.0.0.1:${port}/api/upload`, { method: 'POST', headers, body: new Uint8Array(body) })
    assert.equal(reply.status, 201, await reply.clone().text())
    await app.call('DELETE', `/api/images/a.png`, 'staff')
  })
})

test('thousands of bodies broken by chance never end the server and never leave a file', async () => {
  const before = await storedFiles(app)
  const images = await imageCount()
  const image = await picture('gif', { width: 8, height: 8 })
  const notes = Buffer.from('no image at all')
  // Every tenth has a good file in it; the others never reach the renderer, so that there are many.
  const bodies = await Promise.all(
    [image, ...Array<Buffer>(9).fill(notes)].map((bytes) => multipartBody([bytes, notes].map((each) => ({ name: 'a.gif', bytes: each })))),
  )
  const random = randomOf(20261120)
  const seen = new Map<number, number>()
  const { least, most, time } = fuzzing
  for (let [sent, start] = [0, Date.now()]; sent < least || (sent < most && Date.now() - start < time); sent += bodies.length) {
    const replies = await Promise.all(bodies.map(({ body, type }) => send(broken(body, random), type)))
    for (const { status } of replies) seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  for (const status of seen.keys()) assert.ok([201, 400, 413, 422].includes(status), `a broken body got ${status}`)
  assert.ok((seen.get(400) ?? 0) > 100, `they were broken: ${JSON.stringify([...seen])}`)
  await eventually(async () => (await storedFiles(app)).every((each) => each.startsWith('media')))
  const recorded = new Set((await app.db.selectFrom('images').select('hash').execute()).map(({ hash }) => hash))
  for (const each of await filesOfImages(app))
    assert.ok(before.includes(each) || recorded.has(each.split(/[/\\]/)[1] ?? ''), `${each} is nobody's`)
  assert.ok((await imageCount()) >= images)
})

/** Cuts, repeats, swaps or changes pieces of `body`; the same `random` breaks it in the same way. */
function broken(body: Buffer, random: (below: number) => number): Buffer {
  let result = body
  for (let rounds = 1 + random(3); rounds > 0; rounds--) {
    const at = random(result.length)
    const length = 1 + random(40)
    const [start, piece, rest] = [result.subarray(0, at), result.subarray(at, at + length), result.subarray(at + length)]
    const noise = Buffer.from(Array.from({ length: random(20) }, () => random(256)))
    const marks = ['\r\n', `--${boundary}`, '--', '"', ';', '\r\n\r\n', '\0'].map((mark) => Buffer.from(mark))
    const kinds = [
      [start],
      [start, rest],
      [start, piece, piece, rest],
      [start, noise, rest],
      [start, marks[random(marks.length)] ?? noise, rest],
      [piece, start, rest],
    ]
    result = Buffer.concat(kinds[random(kinds.length)] ?? [start])
    if (result.length === 0) return result
  }
  return result
}

/** Numbers that look random and are the same in every run (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}
