import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJSONSchema, type ZodMiniType } from 'zod/mini'
import { contract, resourceNames } from './all.ts'
import { kinds } from './fields.ts'

/** Every limit and kind, written by hand: a record stored within a limit must remain valid, and another kind changes how a field is processed. */
const known: Record<string, string> = {
  movies: 'title line 200, genre line 100, image image 81, description paragraphs 5000, trailerUrl address 2000',
  branches: 'name line 120, address line 300, googleMapsUrl address 2000, images images',
  news: 'title line 200, image image 81, date day 10, description paragraphs 20000, gallery images',
  menus: 'name line 120, image image 81, description paragraphs 5000',
  bookings: 'branchName branch 120, date day 10, time time 5, fullName line 120, phoneNumber phone 40',
}

test('the fields of each resource are of the kind and the length that their records were stored by', () => {
  const found = resourceNames.filter((name) => name in known).map((name) => [name, kindsOf(contract[name])])
  assert.deepEqual(Object.fromEntries(found), known)
})

function kindsOf(calls: object): string {
  const { shape } = (calls as { create: { body: { shape: Record<string, ZodMiniType> } } }).create.body
  const fields = Object.entries(shape).map(([name, type]) => [name, kinds.get(type)?.kind, toJSONSchema(type, { io: 'input' }).maxLength])
  const ofKinds = fields.filter(([, kind]) => kind !== undefined)
  return ofKinds.map((field) => field.filter((part) => part !== undefined).join(' ')).join(', ')
}
