import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '#contract/all.ts'
import type { Endpoints } from '#contract/endpoint.ts'
import * as resources from './resources.ts'
import { screens } from './screens.ts'

/** Users have one screen for everything that can be done with them. */
const withoutEditor = ['users']

test('every resource that is made and changed has a face', () => {
  const edited = Object.entries<Endpoints>(contract).filter(([, { list, create }]) => list && create)
  const names = edited.map(([name]) => name).filter((name) => !withoutEditor.includes(name))
  assert.ok(names.length > 5)
  assert.deepEqual(Object.keys(resources).sort(), names.sort())
})

test('each face says where the server has its list, so that it is asked for before the contract is here', () => {
  for (const [name, { api }] of Object.entries(resources)) assert.equal(api, contract[name as keyof typeof resources].list.path)
})

test('no two screens have one address', () => {
  const addresses = screens.map(({ path }) => path)
  assert.deepEqual(addresses, [...new Set(addresses)])
})
