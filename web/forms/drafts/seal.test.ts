import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Draft } from './draft.ts'
import { seal, unseal } from './seal.ts'

const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
const draft: Draft = { values: { fullName: 'Grace Hopper', phoneNumber: '+1 212 555 0142' }, base: { version: 2, values: {} } }

test('a draft is opened with the key that it was sealed with, and says nothing until then', async () => {
  const key = await newKey()
  const sealed = await seal(key, draft)
  assert.deepEqual(await unseal(key, sealed), draft)
  assert.doesNotMatch(Buffer.from(sealed, 'base64').toString('latin1'), /Grace|0142|fullName/)
  assert.notEqual(await seal(key, draft), sealed, 'the same is never sealed the same')
})

test('another key, a letter that was changed and what was never sealed open nothing', async () => {
  const key = await newKey()
  const sealed = await seal(key, draft)
  assert.equal(await unseal(await newKey(), sealed), undefined)
  for (const broken of [`${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`, sealed.slice(0, 20), '', 'ä', '{}'])
    assert.equal(await unseal(key, broken), undefined, broken)
})

test('a text of any length is sealed', async () => {
  const key = await newKey()
  const long = { values: { description: 'ü'.repeat(100_000) } }
  assert.deepEqual(await unseal(key, await seal(key, long)), long)
})
