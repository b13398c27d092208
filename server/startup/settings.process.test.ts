import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { freePort } from '#scripts/free-port.js'
import { processes, type Running, signIn, stop } from '#testing/process.ts'

const { folder, start, end } = await processes()
after(end)

const port = await freePort()
const given = {
  PORT: String(port),
  DATA_DIR: join(folder, 'of', 'their', 'own'),
  ADMIN_USERNAME: 'Chefin',
  // As it comes from a file with a secret in it, and so does the time zone.
  ADMIN_PASSWORD: 'the-lights-go-down\n',
  PUBLIC_CONTENT: 'off',
  TRAILER_HOSTS: 'Player.Example.com, trailers.example',
  TZ: 'Pacific/Kiritimati\n',
  LOG_LEVEL: 'warn',
}
/** One with every setting, one with hardly any; together they take as long as one. */
const [set, unset] = await Promise.all([start(given), start({ DATA_DIR: join(folder, 'usual'), TZ: 'Pacific/Midway' })])
const theirs = await signIn(set.url, given.ADMIN_USERNAME, given.ADMIN_PASSWORD.trim())
const usual = await signIn(unset.url)

const logged = ({ output }: Running) => output().includes('/api/session')

describe('a setting works', () => {
  test('PORT', async () => {
    assert.equal(set.url, `http://127.0.0.1:${port}`)
    assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200)
  })

  test('HOST: it listens there and nowhere else', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((list = []) => list)
    const another = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2'
    await assert.rejects(fetch(`http://${another}:${port}/livez`))
    const everywhere = await start({ DATA_DIR: join(folder, 'everywhere'), HOST: '0.0.0.0' })
    assert.equal((await fetch(`http://${another}:${new URL(everywhere.url).port}/livez`)).status, 200)
    await stop(everywhere)
  })

  test('DATA_DIR, which is made when it is missing', () => {
    assert.ok(existsSync(join(given.DATA_DIR, 'moviebox.sqlite')))
  })

  test('ADMIN_USERNAME and ADMIN_PASSWORD', async () => {
    const session = await fetch(`${set.url}/api/session`, { headers: theirs })
    const { username, isSuperUser } = (await session.json()) as { username: string; isSuperUser: boolean }
    assert.deepEqual({ username, isSuperUser }, { username: 'Chefin', isSuperUser: true })
    assert.equal((await signIn(set.url)).authorization, 'Bearer undefined', 'there is no admin beside them')
  })

  test('PUBLIC_CONTENT', async () => {
    const statuses = [set, unset].map(async ({ url }) => (await fetch(`${url}/api/movies`)).status)
    assert.deepEqual(await Promise.all(statuses), [401, 200])
  })

  test('TRAILER_HOSTS', async () => {
    const policies = [set, unset].map(async ({ url }) => (await fetch(url)).headers.get('content-security-policy') ?? '')
    const [wide, narrow] = await Promise.all(policies)
    assert.match(wide!, /frame-src [^;]*https:\/\/player\.vimeo\.com https:\/\/player\.example\.com https:\/\/trailers\.example(;|$)/)
    assert.match(narrow!, /frame-src [^;]*https:\/\/player\.vimeo\.com(;|$)/)
  })

  test('TZ: a promo code’s only day has come in one place and is over in the other', async () => {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: given.TZ.trim() }).format(new Date())
    const validity = [
      { url: set.url, headers: theirs },
      { url: unset.url, headers: usual },
    ].map(async ({ url, headers }) => {
      const post = (path: string, body: object) => fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      assert.equal((await post('/api/promo-codes', { code: 'TODAY', percentage: 5, firstDay: day, lastDay: day })).status, 201)
      return (await post('/api/validate', { code: 'TODAY' })).status
    })
    assert.deepEqual(await Promise.all(validity), [200, 422])
  })

  test('LOG_LEVEL', async () => {
    for (const { url } of [set, unset]) await fetch(`${url}/api/session`)
    await Promise.all([stop(set), stop(unset)])
    assert.deepEqual([logged(set), logged(unset)], [false, true])
  })
})
