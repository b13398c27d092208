import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, verifyPassword } from './password-hash.ts'

test('a password is verified in whichever form its accents were typed, and only that one', async () => {
  const stored = await hashPassword('h\u00e4xan-1922')
  assert.equal(await verifyPassword('ha\u0308xan-1922', stored), true)
  assert.equal(await verifyPassword('h\u00e4xan-1922', await hashPassword('ha\u0308xan-1922')), true)
  assert.equal(await verifyPassword('haxan-1922', stored), false)
  assert.notEqual(await hashPassword('h\u00e4xan-1922'), stored, 'each has a salt of its own')
})

test('two are made at a time and fifty wait: whoever comes after them is told to try again', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('popcorn')))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.status] : []))
  assert.deepEqual(refused, Array(8).fill(503))
})
