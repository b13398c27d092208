import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changesBetween } from './changes.ts'

describe('what changed between two versions', () => {
  test('leaves out an empty list that the record had no field for yet', () => {
    const changes = changesBetween({ code: 'A' }, { code: 'B', weekdays: [] })
    assert.deepEqual(
      changes.map(({ name }) => name),
      ['code'],
    )
    assert.deepEqual(changesBetween({}, { weekdays: ['Monday'] }), [{ name: 'weekdays', before: undefined, after: ['Monday'] }])
    assert.deepEqual(changesBetween({ weekdays: ['Monday'] }, { weekdays: [] }), [{ name: 'weekdays', before: ['Monday'], after: [] }])
  })

  test('calls branches by their names, not by their ids', () => {
    const changes = changesBetween({ branches: [], branchNames: [] }, { branches: ['an id'], branchNames: ['Harbour'] })
    assert.deepEqual(changes, [{ name: 'branchNames', before: [], after: ['Harbour'] }])
  })
})
