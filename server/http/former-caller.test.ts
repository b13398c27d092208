import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import type { Person } from '#contract/session.ts'
import type { Database } from '#server/db/schema.ts'
import { bytesOf, json, replyWith } from './bytes.ts'
import { answerError } from './error-handler.ts'
import { guard } from './guard.ts'
import { ResponseCache } from './response-cache.ts'

for (const [change, staff, access] of [
  ['removed', false, 'staff'],
  ['demoted', true, 'super user'],
] as const)
  test(`a caller who is ${change} while their request is admitted gets no kept answer`, async () => {
    let revision = 1
    const users = new Map<string, Person>(['slow', 'other'].map((name) => [name, { _id: name, username: name, isSuperUser: true }]))
    const { promise: read, resolve: hasRead } = Promise.withResolvers<void>()
    const { promise: gone, resolve: isGone } = Promise.withResolvers<void>()
    let isFirst = true
    const authenticate = async (_: Database, token: string) => {
      const person = users.get(token)
      if (token === 'slow' && isFirst) {
        isFirst = false
        hasRead()
        await gone
      }
      return person && { person, until: Number.POSITIVE_INFINITY }
    }
    const cache = new ResponseCache({ now: () => revision, close: () => {} })
    const { authorize } = guard({} as Database, authenticate, false, cache)
    const app = Fastify({ forceCloseConnections: true })
    app.setErrorHandler(answerError)
    app.addHook('onRequest', cache.hook)
    app.get('/api/things', async (request, reply) => {
      await authorize(access, request, {} as Database)
      const bytes = bytesOf(reply, '[]', json)
      cache.keep(request.raw, { ...bytes, access })
      return replyWith(bytes, request, reply)
    })
    const statusFor = async (token: string) =>
      (await app.inject({ url: '/api/things', headers: { host: 'x', authorization: `Bearer ${token}` } })).statusCode

    const slow = statusFor('slow')
    await read
    if (staff) users.set('slow', { _id: 'slow', username: 'slow', isSuperUser: false })
    else users.delete('slow')
    revision++
    assert.equal(await statusFor('other'), 200)
    isGone()
    await slow
    assert.equal(await statusFor('slow'), staff ? 403 : 401)
    assert.equal(await statusFor('other'), 200)
    await app.close()
  })
