import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contract, resourceNames } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { sqlName } from './database/search.ts'
import { resources } from './resources.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

describe('every call of the contract', () => {
  for (const [resource, endpoints] of Object.entries(contract)) {
    test(`is answered by a route: ${resource}`, () => {
      for (const { method, path } of Object.values<Endpoint>(endpoints))
        assert.ok(app.app.hasRoute({ method, url: path }), `${method} ${path}`)
    })
  }
})

describe('every resource', () => {
  for (const name of resourceNames) {
    test(`has a table with a column for each of its fields, and what its list needs: ${name}`, async () => {
      const tables = await app.db.introspection.getTables()
      const table = tables.find((each) => sqlName(each.name) === sqlName(name))
      assert.ok(table, `no migration makes the table ${sqlName(name)}`)
      const columns = table.columns.map((column) => sqlName(column.name))
      const { shape } = contract[name].restore.answer as unknown as { shape: object }
      const { listing } = contract[name].list
      const sorted = Object.values<{ by: readonly string[]; isAlphabetical?: true }>(listing.orders).filter(
        ({ isAlphabetical }) => isAlphabetical,
      )
      const needed = [
        ...Object.keys(shape).filter((field) => field !== '_id' && field !== 'usedBy'),
        ...sorted.flatMap(({ by }) => by.map((field) => `${field}Sort`)),
        'id',
        'deletedAt',
      ]
      assert.deepEqual(
        needed.map(sqlName).filter((column) => !columns.includes(column)),
        [],
      )
      const wanted = { q: 'anna', filters: {}, order: listing.order, trash: false, limit: 1, after: undefined }
      assert.equal((await resources[name].records.list(app.db, wanted)).total, 0)
    })
  }
})
