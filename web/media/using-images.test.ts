import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, resourceNames } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { nameOfUser } from './using-images.ts'

test('every resource whose records use images has its name in a sentence', () => {
  const using = resourceNames.filter((name) => (contract[name] as { get?: Endpoint }).get?.imageFields?.length)
  assert.ok(using.length > 3)
  for (const name of using) assert.equal(nameOfUser(name), contract[name].list.one)
})
