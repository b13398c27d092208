import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { readConfig } from '#server/config.ts'
import { testApp } from '#testing/app.ts'
import { proxies } from './proxies.ts'
import { httpServer } from './server.ts'

/** Who a server with this setting takes the caller for, through a real connection from 127.0.0.1. */
async function callerBehind(setting: string, ...forwarded: string[]) {
  const app = httpServer({ ...readConfig({ TRUST_PROXY: setting }), logLevel: 'silent' })
  app.get('/whoami', ({ ip }) => ({ ip }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = forwarded.length > 0 ? { 'x-forwarded-for': forwarded.join(', ') } : undefined
  const { ip } = (await (await fetch(`${url}/whoami`, { ...(headers && { headers }) })).json()) as { ip: string }
  await app.close()
  return ip
}

describe('TRUST_PROXY', () => {
  for (const [setting, forwarded, caller] of [
    ['off', ['203.0.113.1'], '127.0.0.1'],
    ['1', [], '127.0.0.1'],
    ['1', ['203.0.113.1'], '203.0.113.1'],
    ['1', ['198.51.100.66', '203.0.113.1'], '203.0.113.1'],
    ['2', ['198.51.100.66', '203.0.113.1', '10.0.0.2'], '203.0.113.1'],
    ['2', ['203.0.113.1'], '203.0.113.1'],
    ['127.0.0.1', ['198.51.100.66', '203.0.113.1'], '203.0.113.1'],
    ['127.0.0.1, 10.0.0.2', ['198.51.100.66', '203.0.113.1', '10.0.0.2'], '203.0.113.1'],
    ['127.0.0.0/8 10.0.0.0/8', ['198.51.100.66', '203.0.113.1', '10.200.3.4', '10.0.0.2'], '203.0.113.1'],
    ['127.0.0.0/8', ['203.0.113.1', '2001:db8::7'], '2001:db8::7'],
    ['127.0.0.1, 2001:db8::/32', ['203.0.113.1', '2001:db8:9::7'], '203.0.113.1'],
    ['::ffff:127.0.0.1', ['203.0.113.1'], '203.0.113.1'],
    ['10.0.0.2', ['203.0.113.1'], '127.0.0.1'],
    ['128.0.0.0/1', ['203.0.113.1'], '127.0.0.1'],
  ] as const) {
    test(`${setting} takes ${['127.0.0.1', ...forwarded.toReversed()].join(' for ')} for ${caller}`, async () => {
      assert.equal(await callerBehind(setting, ...forwarded), caller)
    })
  }

  test('knows an IPv4 proxy that a socket calls by its IPv6 name, and nothing that is no address', () => {
    const isProxy = proxies(['10.0.0.0/8'])
    assert.deepEqual(
      ['::ffff:10.1.2.3', '10.1.2.3:5001', '::ffff:11.1.2.3', 'unknown', ''].map((address) => isProxy(address, 0)),
      [true, true, false, false, false],
    )
  })
})

describe('the limits of signing in go by the caller that', () => {
  const guess = async (url: string, from: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    const body = JSON.stringify({ username: `somebody at ${from}`, password: 'wrong' })
    return (await fetch(`${url}/api/login`, { method: 'POST', headers, body })).status
  }

  async function guessesBehind(trustProxy: ReturnType<typeof readConfig>['trustProxy']) {
    const app = await testApp({ trustProxy })
    await app.app.listen({ host: '127.0.0.1', port: 0 })
    const url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
    let status = 401
    for (let tries = 0; status === 401 && tries < 12; tries++) status = await guess(url, '203.0.113.1')
    const colleague = await guess(url, '203.0.113.2')
    await app.close()
    return { status, colleague }
  }

  test('a trusted proxy names', async () => {
    assert.deepEqual(await guessesBehind(1), { status: 429, colleague: 401 })
  })
})
