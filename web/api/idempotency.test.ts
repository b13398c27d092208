import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf, withIdempotencyKey } from './idempotency.ts'

const caller = () => ({ token: 'token', signal: new AbortController().signal })
const change = (password: string) => ['/api/users', { body: { username: 'anna', password } }]

/** The name that a change is sent under. It succeeds, unless it is to fail. */
async function nameOf(its: ReturnType<typeof caller>, what: unknown, isToFail = false) {
  let name = ''
  await withIdempotencyKey(its, what, async (given) => {
    name = given
    if (isToFail) throw new Error('refused')
  }).catch(() => {})
  return name
}

test('a change keeps its name until it has succeeded, and shares it with no other', async () => {
  const its = caller()
  const first = await nameOf(its, change('first-password'), true)
  assert.notEqual(await nameOf(its, change('other-password'), true), first)
  assert.notEqual(await nameOf(caller(), change('first-password'), true), first)
  assert.equal(await nameOf(its, change('first-password')), first)
  assert.notEqual(await nameOf(its, change('first-password')), first)
})

test('what was refused is kept nowhere: not a word of it is among the keys', async ({ mock }) => {
  const kept: unknown[] = []
  const set = Map.prototype.set
  mock.method(Map.prototype, 'set', function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
    kept.push(key, value)
    return set.call(this, key, value)
  })
  const name = await nameOf(caller(), change('secret-of-anna'), true)
  assert.ok(kept.includes(name), 'the name is kept')
  assert.doesNotMatch(JSON.stringify(kept), /secret|anna/)
})

test('digests of a hundred thousand changes differ', () => {
  const digests = new Set(Array.from({ length: 100_000 }, (_, at) => digestOf(JSON.stringify(change(`password ${at + 100_000}`)))))
  assert.equal(digests.size, 100_000)
})
