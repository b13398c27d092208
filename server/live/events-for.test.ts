import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { mostTold } from '#contract/live.ts'
import type { ChangeLogEntry } from '#server/change-log/change-log.ts'
import { eventsFor } from './events-for.ts'

const person = (isSuperUser: boolean) => ({ _id: randomUUID(), username: 'ada', isSuperUser })
const staff = person(false)
const line = (resource: string, version: number): ChangeLogEntry =>
  ({ resource, recordId: randomUUID(), version, action: 'update', byName: 'anna' }) as ChangeLogEntry

describe('of many changes', () => {
  const lines = Array.from({ length: 25 }, (_, at) => line('movies', at + 1))
  const last = lines.at(-1)!

  test('all are counted, and the first of them are named', () => {
    const [moved] = eventsFor(staff, [], lines)
    assert.equal(moved?.count, 25)
    assert.deepEqual(
      moved.changes.map(({ version }) => version),
      Array.from({ length: mostTold }, (_, at) => at + 1),
    )
  })

  test('those of the records that somebody has open come first, also where they were the last', () => {
    const [moved] = eventsFor(staff, [`movies/${last.recordId}`], lines)
    assert.deepEqual([moved?.count, moved?.changes.length], [25, mostTold])
    assert.deepEqual(moved?.changes[0], { _id: last.recordId, version: 25, action: 'update', by: 'anna' })
    assert.equal(moved?.changes.filter(({ _id }) => _id === last.recordId).length, 1)
  })

  test('a record of the same id in another collection is not theirs', () => {
    const [moved] = eventsFor(staff, [`news/${last.recordId}`], lines)
    assert.equal(
      moved?.changes.some(({ _id }) => _id === last.recordId),
      false,
    )
  })

  test('each collection is told by itself, and none that somebody may not read', () => {
    const mixed = [line('movies', 1), line('users', 2), line('movies', 3), line('nothing', 4)]
    assert.deepEqual(
      eventsFor(staff, [], mixed).map(({ resource, count, changes }) => [resource, count, changes.length]),
      [
        ['movies', 2, 2],
        ['users', 1, 0],
      ],
    )
    assert.equal(eventsFor(person(true), [], mixed)[1]?.changes.length, 1)
  })
})
