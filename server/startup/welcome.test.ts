import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Config } from '#server/config.ts'
import type { Product } from './product.ts'
import { framed, howToSignIn, welcome } from './welcome.ts'

const product = (firstUser?: Product['firstUser']) => ({ app: { server: { address: () => ({ port: 3000 }) } }, firstUser }) as Product
const config = (more: Partial<Config> = {}) => ({ host: 'localhost', dataDir: '/data', databaseUrl: undefined, ...more }) as Config
/** The lines within the frame. */
const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('│'))
    .map((line) => line.slice(2, -2).trimEnd())

test('the address that is shown can be opened, whatever address the server listens at', () => {
  for (const [host, shown] of [
    ['localhost', 'localhost'],
    ['0.0.0.0', 'localhost'],
    ['::', 'localhost'],
    ['::1', '[::1]'],
    ['192.0.2.1', '192.0.2.1'],
    ['movies.example', 'movies.example'],
  ] as const)
    assert.equal(lines(welcome(product(), config({ host })))[0], `MovieBox runs at http://${shown}:3000`)
})

test('the place of the data is shown, and no address of a database: it holds a password', () => {
  assert.deepEqual(lines(welcome(product(), config())).slice(1), ['Data: /data'])
  const onPostgres = welcome(product(), config({ databaseUrl: 'postgres://a:secret@b/c' }))
  assert.deepEqual(lines(onPostgres).slice(1), ['Data: PostgreSQL, files in /data'])
})

test('how to sign in is shown with the first user alone: a password that was made up, and not one that was given', () => {
  const user = { username: 'anna', madeUpPassword: undefined }
  const given = ['Sign in as', '  Username: anna', '  Password: the one in ADMIN_PASSWORD']
  assert.deepEqual(howToSignIn(user), given)
  assert.deepEqual(lines(welcome(product(user), config())).slice(2), ['', ...given])
  assert.deepEqual(howToSignIn({ ...user, madeUpPassword: 'abcd' }), [
    'Sign in as',
    '  Username: anna',
    '  Password: abcd',
    '',
    'Write this password down. MovieBox will not show it again.',
  ])
})

test('a frame is as wide as its longest line', () => {
  assert.equal(framed(['a', 'long']), '\n╭──────╮\n│ a    │\n│ long │\n╰──────╯\n')
})
