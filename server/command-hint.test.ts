import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { commandHint } from './command-hint.ts'

afterEach(() => {
  delete process.env.MOVIEBOX
})

test('sentences name commands as they are called there: by npm in a checkout, by the launcher where an archive was unpacked', () => {
  assert.deepEqual(
    [commandHint('start'), commandHint('users'), commandHint('users', 'password NAME')],
    ['npm start', 'npm run users', 'npm run users -- password NAME'],
  )
  process.env.MOVIEBOX = '/opt/moviebox/bin/moviebox'
  assert.deepEqual(
    [commandHint('start'), commandHint('users'), commandHint('users', 'password NAME')].map((text) =>
      text.replace('/opt/moviebox/bin/', ''),
    ),
    ['moviebox start', 'moviebox users', 'moviebox users password NAME'],
  )
})
