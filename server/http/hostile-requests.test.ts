import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { contract } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { portOf } from '#testing/client.ts'
import { costOf, isCheap } from '#testing/cost.ts'
import { type HostileRequest, hostileRequests, hostileTexts } from '#testing/hostile.ts'
import { bigChain } from '#testing/many-bookings.ts'
import { samples } from '#testing/samples.ts'

/** One small request blocks the event loop for at most 50 milliseconds and takes at most 50 MB, whichever its content and sender. */

let app: TestApp
let port: number
let sessions: Awaited<ReturnType<typeof allSessions>>
const allSessions = () => app.db.selectFrom('sessions').selectAll().execute()
before(async () => {
  app = await testApp()
  await bigChain(app)
  port = await portOf(app.app)
  sessions = await allSessions()
})
after(() => app.close())
// Some calls end the session that they are made with.
beforeEach(async () => {
  await app.db.deleteFrom('sessions').execute()
  await app.db.insertInto('sessions').values(sessions).execute()
})

/** How long a request waits for its answer, in milliseconds: a stream has no end. */
const patience = { stream: 100, other: 8000 }

type Answer = { status: number; length: number }

function send(method: string, { path, headers = {}, body }: HostileRequest, wait = patience.other): Promise<Answer> {
  const token = { authorization: `Bearer ${app.tokens['super user']}` }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const answer: Answer = { status: 0, length: 0 }
    // The server may close the connection of a request that is too large.
    const end = () => resolve(answer)
    const asking = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...token, ...type, ...headers },
      signal: AbortSignal.timeout(wait),
    })
    asking.on('error', end)
    asking.on('response', (response) => {
      answer.status = response.statusCode ?? 0
      response.on('data', (chunk) => (answer.length += chunk.length))
      response.on('close', end).on('error', end)
    })
    asking.end(body)
  })
}

async function requireCheap(method: string, hostile: HostileRequest, wait?: number): Promise<Answer> {
  let answer: Answer = { status: 0, length: 0 }
  const cost = await costOf(async () => {
    answer = await send(method, hostile, wait)
  })
  const called = `${method} ${hostile.path.slice(0, 60)} with ${hostile.what}`
  assert.ok(isCheap(cost), `${called} costs ${JSON.stringify(cost)}`)
  assert.ok(answer.status < 500, `${called} answers ${answer.status}`)
  if (answer.status >= 400) assert.ok(answer.length < 10_000, `${called} is refused with ${answer.length} bytes`)
  return answer
}

const endpoints = Object.values(contract).flatMap((calls) => Object.values<Endpoint>(calls))
const fieldsOf = ({ body }: Endpoint) => Object.keys((body as { shape?: object } | undefined)?.shape ?? {})

describe('a hostile address, query, header or body is soon dealt with by', () => {
  for (const endpoint of endpoints)
    test(`${endpoint.method} ${endpoint.path}`, async () => {
      for (const hostile of hostileRequests(endpoint, fieldsOf(endpoint)))
        await requireCheap(endpoint.method, hostile, endpoint.stream ? patience.stream : patience.other)
    })
})

test('a sign-in from a browser with a long name is soon dealt with', async () => {
  const body = JSON.stringify({ username: 'nobody', password: 'wrong' })
  for (const name of ['Version/1 ', 'Mozilla/5.0 (', 'a', ' '])
    await requireCheap('POST', { what: name, path: '/api/login', body, headers: { 'user-agent': name.repeat(12_000 / name.length) } })
})

test('a change that names itself, with something deep beside its fields, is soon dealt with', async () => {
  for (const { contract: calls, body: sample } of samples) {
    const fields = JSON.stringify(await sample(app)).slice(0, -1)
    for (const [at, deep] of ['['.repeat(60_000) + ']'.repeat(60_000), `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`].entries())
      await requireCheap('POST', {
        what: `something deep`,
        path: calls.create.path,
        body: `${fields},"more":${deep}}`,
        headers: { 'idempotency-key': `deep ${at}` },
      })
  }
})

test('an image whose file has a long name of marks is soon dealt with', async () => {
  const head = `--x\r\ncontent-disposition: form-data; name="images"; filename="${'\u0301\u0327\u0316'.repeat(5000)}"\r\n\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  await requireCheap('POST', { what: 'a long name', path: '/api/upload', body: `${head}x\r\n--x--\r\n`, headers })
})

/** In bytes, less than the server's limit by what stands around. */
const largestBody = 250_000

/** Of each text field, in characters. */
const longestOf = (field: string) => ({ description: 20_000, googleMapsUrl: 2000, trailerUrl: 2000, address: 300 })[field] ?? 100

describe('a hostile text, far too long or as long as it may be, is soon dealt with in', () => {
  for (const { contract: calls, body: sample } of samples)
    for (const field of fieldsOf(calls.create)) {
      test(`${field} of ${calls.create.path}`, async () => {
        const body = await sample(app)
        if (typeof body[field] !== 'string') return
        for (const length of [200_000, longestOf(field)])
          for (const [what, text] of hostileTexts(length, length < 200_000)) {
            // As much as the server reads.
            const fitting = text.slice(0, Math.floor((length * largestBody) / Math.max(largestBody, Buffer.byteLength(text))))
            const sent = JSON.stringify({ ...body, [field]: fitting })
            await requireCheap('POST', { what: `${fitting.length} ${what}`, path: calls.create.path, body: sent })
          }
      })
    }
})
