import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ZodMiniType } from 'zod/mini'
import { contract, resourceNames } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { sqlName } from './database/search.ts'
import { talliedColumns } from './database/tallies.ts'
import { resources } from './resources.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

/** Whether a field is a number, or kept as one. */
function asksForNumber(type: ZodMiniType): boolean {
  const { def } = type as { def: { type: string; innerType?: ZodMiniType } }
  return def.innerType ? asksForNumber(def.innerType) : ['number', 'int', 'boolean'].includes(def.type)
}

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
      const { shape } = contract[name].restore.answer as unknown as { shape: Record<string, ZodMiniType> }
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
      const missing = needed.map(sqlName).filter((column) => !columns.includes(column))
      assert.deepEqual(missing, [], `columns that the migration of ${sqlName(name)} doesn't make`)
      const isNumber = (column: string) => /int/i.test(table.columns.find((each) => sqlName(each.name) === column)?.dataType ?? '')
      const wrong = Object.entries(shape).filter(
        ([field, type]) => columns.includes(sqlName(field)) && isNumber(sqlName(field)) !== asksForNumber(type),
      )
      assert.deepEqual(
        Object.keys(Object.fromEntries(wrong)),
        [],
        `columns of ${sqlName(name)} that are text for a number, or a number for text`,
      )
      const tally = tables.find((each) => sqlName(each.name) === `${sqlName(name)}_tally`)?.columns.map((column) => sqlName(column.name))
      const tallied = Object.keys(talliedColumns(listing)).map(sqlName)
      assert.deepEqual(
        tally?.toSorted() ?? [],
        tallied.length > 0 ? [...tallied, 'n', 'is_new'].toSorted() : [],
        `the filters in the migration of ${sqlName(name)} are those of its list`,
      )
      const wanted = { q: 'anna', filters: {}, order: listing.order, trash: false, limit: 1, after: undefined }
      assert.equal((await resources[name].records.list(app.db, wanted)).total, 0)
    })
  }
})
