import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { transact } from '#server/db/transaction.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { picture } from '#testing/pictures.ts'
import { sampleOf } from '#testing/samples.ts'
import { startSession } from './sessions.ts'
import { usernameKey, userRecords } from './user-records.ts'

let app: TestApp
before(async () => {
  app = await testApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => app.close())

let made = 0
/** A super user of their own for each test. */
async function somebody() {
  const username = `somebody-${++made}`
  return transact(app.db, undefined, async (trx) => {
    const columns = {
      username,
      usernameKey: usernameKey(username),
      passwordHash: 'none',
      isSuperUser: 1,
      mustChangePassword: 0,
      lastSignInAt: null,
    }
    const { _id } = await userRecords.create(trx, columns, undefined)
    return { id: _id, token: await startSession(trx, _id) }
  })
}

type Held = { method: 'POST' | 'PUT' | 'DELETE'; path: string; type?: string; body: Buffer | string }

/** Sends a request's headers, does `meanwhile`, sends the body, and returns the answer. */
async function hold({ method, path, type = 'application/json', body }: Held, token: string, meanwhile: () => Promise<unknown>) {
  const address = app.app.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  const head = [`${method} ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`, `content-type: ${type}`]
  const begun = once(app.app.server, 'request')
  socket.write([...head, `content-length: ${Buffer.byteLength(body)}`, 'connection: close', '', ''].join('\r\n'))
  await begun
  // After this pause the server has authorized the request; nothing else happens to the request until its body arrives.
  await new Promise((resolve) => setTimeout(resolve, 100))
  await meanwhile()
  socket.write(body)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return { status: Number(/^HTTP\/1.1 (\d{3})/.exec(answer)?.[1]), body: answer.split('\r\n\r\n')[1] ?? '' }
}

const upload = async (): Promise<Held> => ({
  method: 'POST',
  path: '/api/upload',
  type: 'multipart/form-data; boundary=b',
  body: Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'),
    await picture('png'),
    Buffer.from('\r\n--b--\r\n'),
  ]),
})
const movie = async () => JSON.stringify(await sampleOf('movies').body(app))
const newUser = (): Held => ({
  method: 'POST',
  path: '/api/users',
  body: JSON.stringify({ username: `made-${++made}`, password: 'popcorn-and-velvet', isSuperUser: true }),
})
async function storedMovie(): Promise<string> {
  const { body }: { body: { _id: string } } = await app.call('POST', '/api/movies', 'staff', await sampleOf('movies').body(app))
  return `/api/movies/${body._id}`
}

describe('a request that is held open', () => {
  const requests: Record<string, () => Promise<Held> | Held> = {
    'that makes a user': newUser,
    'that adds a movie': async () => ({ method: 'POST', path: '/api/movies', body: await movie() }),
    'that changes a movie': async () => ({ method: 'PUT', path: await storedMovie(), body: await movie() }),
    'that deletes a movie': async () => ({ method: 'DELETE', path: await storedMovie(), body: '{}' }),
    'that uploads a picture': upload,
  }
  for (const [which, request] of Object.entries(requests)) {
    test(`${which} does so for somebody who is still there`, async () => {
      const { token } = await somebody()
      const { status } = await hold(await request(), token, async () => {})
      assert.ok(status >= 200 && status < 300, `got ${status}`)
    })

    test(`${which} does nothing for somebody who was deleted meanwhile`, async () => {
      const { id, token } = await somebody()
      const dismiss = () => app.call('DELETE', `/api/users/${id}`, 'super user')
      assert.equal((await hold(await request(), token, dismiss)).status, 401)
    })
  }

  test('does nothing after its session was signed out', async () => {
    const { token } = await somebody()
    const signOut = () => app.app.inject({ method: 'POST', url: '/api/logout', headers: { authorization: `Bearer ${token}` } })
    assert.equal((await hold(newUser(), token, signOut)).status, 401)
  })

  test('does nothing for somebody who is no super user any more', async () => {
    const { id, token } = await somebody()
    const demote = () => app.db.updateTable('users').set({ isSuperUser: 0 }).where('id', '=', id).execute()
    assert.equal((await hold(newUser(), token, demote)).status, 403)
  })

  test('erases none of many records for somebody who is no super user any more', async () => {
    const { id, token } = await somebody()
    const path = await storedMovie()
    await app.call('DELETE', path, 'staff')
    const changes = [{ _id: path.split('/').at(-1), version: 2, erased: true }]
    const demote = () => app.db.updateTable('users').set({ isSuperUser: 0 }).where('id', '=', id).execute()
    const { body } = await hold({ method: 'POST', path: '/api/movies/changes', body: JSON.stringify({ changes }) }, token, demote)
    assert.match(body, /"code":"forbidden"/)
    assert.equal((await app.call('GET', `${path}/history`, 'staff')).status, 200)
  })

  test('that changes a password gives one answer after a reset, whether or not it guesses the new one', async () => {
    const given = 'given-meanwhile'
    const answers: string[] = []
    for (const currentPassword of [given, 'a-wrong-guess', 'what-it-was-before']) {
      const { id, token } = await somebody()
      const body = JSON.stringify({ currentPassword, newPassword: 'chosen-by-a-stranger' })
      const reset = () => app.call('PUT', `/api/users/${id}/password`, 'super user', { password: given })
      const answer = await hold({ method: 'PUT', path: '/api/session/password', body }, token, reset)
      assert.equal(answer.status, 401)
      answers.push(answer.body.replace(/"requestId":"[^"]+"/, ''))
    }
    assert.equal(new Set(answers).size, 1, answers.join())
  })
})
