import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome, Phase } from './phase.ts'
import { mostTriedAgain, tryAgain } from './second-try.ts'

const passes: Outcome = { passed: 1, failed: 0, report: '' }
const fails: Outcome = { passed: 0, failed: 1, report: 'no' }

/** Returns a phase that has failed in `failedFiles`, and the files that each further run gets. */
function failedIn(failedFiles: string[] | undefined, second = passes) {
  const runs: string[][] = []
  const run = async (files: string[]) => {
    runs.push(files)
    return second
  }
  const phase: Phase = { name: 'phase', title: 'Phase', run }
  return { performed: { phase, outcome: { passed: 3, failed: 2, report: 'no', ...(failedFiles && { failedFiles }) } }, runs }
}

test('a phase passes whose failed files pass when they run again alone', async () => {
  const { performed, runs } = failedIn(['a.test.ts', 'b.test.ts'])
  assert.deepEqual(await tryAgain([performed]), [performed])
  assert.deepEqual(runs, [['a.test.ts', 'b.test.ts']])
})

test('a phase stays failed when a test fails twice', async () => {
  const { performed, runs } = failedIn(['a.test.ts'], fails)
  assert.deepEqual(await tryAgain([performed]), [])
  assert.equal(runs.length, 1)
})

test('phases that passed do not run again', async () => {
  const { performed, runs } = failedIn([])
  assert.deepEqual(await tryAgain([{ ...performed, outcome: passes }]), [])
  assert.equal(runs.length, 0)
})

for (const [what, files] of [
  ['a failure belongs to no file', undefined],
  ['more files failed than are tried again', Array.from({ length: mostTriedAgain + 1 }, (_, at) => `${at}.test.ts`)],
] as const) {
  test(`nothing runs again when ${what}`, async () => {
    const { performed, runs } = failedIn(files && [...files])
    assert.deepEqual(await tryAgain([performed]), [])
    assert.equal(runs.length, 0)
  })
}
