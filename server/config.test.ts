import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig, WrongSetting } from './config.ts'

for (const [name, value] of [
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://'],
  ['ADMIN_USERNAME', 'x'.repeat(61)],
  ['ADMIN_PASSWORD', 'short'],
  ['PUBLIC_CONTENT', 'yes'],
  ['TRAILER_HOSTS', 'https://player.example.com'],
  ['TRAILER_HOSTS', "player.example.com; script-src 'unsafe-inline'"],
  ['TRUST_PROXY', 'on'],
  ['TRUST_PROXY', '300.1.1.1'],
  ['LOG_LEVEL', 'loud'],
  ['TZ', 'Mars/Olympus'],
] as const) {
  test(`${name}=${value.slice(0, 20)} is refused in one sentence that names it`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: Error) => error instanceof WrongSetting && error.message.includes(name) && !error.message.includes('\n'),
    )
  })
}

test('without any setting the product runs on localhost:3000 with SQLite and public content', () => {
  const { port, host, databaseUrl, publicContent, trustProxy } = readConfig({})
  assert.deepEqual(
    { port, host, databaseUrl, publicContent, trustProxy },
    { port: 3000, host: 'localhost', databaseUrl: undefined, publicContent: true, trustProxy: false },
  )
})

test('blank settings count as left out', () => {
  assert.equal(readConfig({ PORT: ' ', DATA_DIR: '' }).port, 3000)
})

for (const zone of ['Europe/Vienna', ':Europe/Vienna', 'UTC', 'EST5EDT', ':/etc/localtime', '']) {
  test(`TZ=${zone} is a time zone`, () => {
    assert.doesNotThrow(() => readConfig({ TZ: zone }))
  })
}
