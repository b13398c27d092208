import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ZodMiniType } from 'zod/mini'
import { contract, resourceNames } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Listing } from '#contract/listing.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { sqlName } from './lists/search-index.ts'
import { resources } from './resources.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

/** Whether a field is a number, or is stored as one. */
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
    const { shape } = contract[name].restore.answer as unknown as { shape: Record<string, ZodMiniType> }
    const listing: Listing = contract[name].list.listing
    const columnsOf = async (table: string) => {
      const tables = await app.db.introspection.getTables()
      const columns = tables.find((each) => sqlName(each.name) === table)?.columns
      return columns && new Map(columns.map((column) => [sqlName(column.name), column.dataType]))
    }

    test(`has a table with a column for each of its fields, and what its list needs: ${name}`, async () => {
      const columns = await columnsOf(sqlName(name))
      assert.ok(columns, `no migration makes the table ${sqlName(name)}`)
      const sorted = Object.values(listing.orders).filter(({ isAlphabetical }) => isAlphabetical)
      const needed = [
        ...Object.keys(shape).filter((field) => field !== '_id' && !/^usedBy|Alt$|FocalPoints?$/.test(field)),
        ...sorted.flatMap(({ by }) => by.map((field) => `${field}Sort`)),
        'id',
        'deletedAt',
      ]
      const missing = needed.map(sqlName).filter((column) => !columns.has(column))
      assert.deepEqual(missing, [], `columns that the migration of ${sqlName(name)} doesn't make`)
      const request = { q: 'anna', filters: {}, order: listing.order, trash: false, limit: 1, after: undefined }
      assert.equal((await resources[name].records.list(app.db, request)).total, 0)
    })

    test(`has numbers in columns for numbers, and text in those for text: ${name}`, async () => {
      const columns = await columnsOf(sqlName(name))
      const wrong = Object.entries(shape).filter(([field, type]) => {
        const kept = columns?.get(sqlName(field))
        return kept !== undefined && /int/i.test(kept) !== asksForNumber(type)
      })
      assert.deepEqual(
        wrong.map(([field]) => field),
        [],
        `fields of another type than their columns in the migration of ${sqlName(name)}`,
      )
    })
  }
})
