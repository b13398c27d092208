import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { single } from './phase.ts'
import { select } from './selection.ts'
import { groups, stages } from './stages.ts'

const phases = stages.flat()
const chosenBy = (words: string) => {
  const { chosen, missing } = select(words.split(' ').filter(Boolean), phases, groups)
  assert.deepEqual(missing, [])
  return chosen
}
const namesBy = (words: string) => [...new Set(chosenBy(words).map(({ phase }) => phase.name))]
const filesBy = (words: string) => [...new Set(chosenBy(words).flatMap(({ files }) => files))].sort()

describe('the words after npm test --', () => {
  test('that are missing ask for everything', () => {
    assert.deepEqual(
      chosenBy('').map(({ phase, files }) => [phase.name, files]),
      phases.filter(({ onlyByName }) => !onlyByName).map(({ name, files = [] }) => [name, files]),
    )
  })

  test('that name phases choose these and no other', () => {
    assert.deepEqual(namesBy('types budgets'), ['types', 'budgets'])
    assert.deepEqual(namesBy('server'), ['sqlite', 'postgres', 'time-zones', 'store', 'process', 'load'])
  })

  test('that name a part of a path choose the files that have it, in every phase that has such a file', () => {
    assert.deepEqual(filesBy('jobs/jobs'), ['server/jobs/jobs.test.ts'])
    assert.deepEqual(namesBy('jobs/jobs'), ['sqlite', 'postgres'])
  })

  test('that name both choose these files in these phases, and nothing runs that has none of them', () => {
    assert.deepEqual(namesBy('server collections users'), ['sqlite', 'postgres', 'process'])
    const files = filesBy('server collections users')
    assert.ok(files.includes('server/records/collections.test.ts') && files.includes('server/users/users.test.ts'))
    for (const file of files) assert.match(file, /^server\/.*(collections|users)/)
    assert.deepEqual(filesBy('postgres collections'), ['server/records/collections.test.ts'])
    assert.deepEqual(filesBy('e2e accessibility'), ['e2e/accessibility.test.ts'])
    assert.deepEqual(namesBy('types postgres collections'), ['types', 'postgres'])
  })

  test('that name nothing are told', () => {
    assert.deepEqual(select(['server', 'colections', 'access'], phases, groups).missing, ['colections'])
    assert.deepEqual(select(['lint', 'collections'], phases, groups).missing, ['collections'])
  })

  test('that are called like something that every object has name nothing', () => {
    assert.deepEqual(select(['constructor'], [{ name: 'types', title: '', run: async () => single(true, '') }], {}).missing, [
      'constructor',
    ])
  })
})

test('every test file belongs to a phase, and the server’s to both databases where they open one', () => {
  const every = globSync('{bench,contract,e2e,scripts,seed,server,testing,web}/**/*.test.{ts,tsx}')
  assert.deepEqual([...new Set(phases.flatMap(({ files = [] }) => files))].sort(), every.sort())
  const filesOf = (phase: string) => phases.find(({ name }) => name === phase)?.files ?? []
  assert.ok(filesOf('sqlite').every((file) => /^(server|seed)\//.test(file)))
  const [onSqlite, onPostgres] = [new Set(filesOf('sqlite')), new Set(filesOf('postgres'))]
  assert.ok(onPostgres.isSubsetOf(onSqlite))
  const opensOne = (file: string) => /testing\/app\.ts|\b(testApp|openProduct|openDatabase|TEST_DATABASE)/.test(readFileSync(file, 'utf8'))
  assert.deepEqual([...onSqlite.difference(onPostgres)].filter(opensOne), [])
})
