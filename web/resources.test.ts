import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from '#contract/all.ts'
import type { Endpoints } from '#contract/endpoint.ts'
import { screens } from './app/screens.ts'
import * as resources from './resources.ts'

/** Users have one screen for everything that can be done with them, and views are saved in their lists. */
const withoutEditor = ['users', 'views']

test('every resource that is made and changed has a config', () => {
  const edited = Object.entries<Endpoints>(contract).filter(([, { list, create }]) => list && create)
  const names = edited.map(([name]) => name).filter((name) => !withoutEditor.includes(name))
  assert.ok(names.length > 5)
  const unknown = Object.keys(resources).filter((name) => !(name in contract))
  assert.equal(unknown.join(), '', 'contract/calls.ts has a line for each resource of web/resources.ts')
  assert.deepEqual(
    Object.keys(resources).sort(),
    names.sort(),
    'web/resources.ts has the configurations of all resources of contract/calls.ts, by their names there',
  )
})

test('each config says where the server has its list, so that it is asked for before the contract is here', () => {
  for (const [name, { api }] of Object.entries(resources)) assert.equal(api, contract[name as keyof typeof resources].list.path)
})

test('where something of it is shown by itself is a screen: its page, or the form where it has none', () => {
  for (const { at, many } of Object.values(resources))
    assert.ok(
      screens.some(({ path }) => path === at.one(':id')),
      `${many} have no screen at ${at.one(':id')}: without a page of its own, one of them is shown in its form (\`edited\`)`,
    )
})

test('no two screens have one address', () => {
  const addresses = screens.map(({ path }) => path)
  assert.deepEqual(addresses, [...new Set(addresses)])
})
