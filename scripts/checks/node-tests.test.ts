import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { nodeTests } from './node-tests.ts'

const files = {
  'passes.test.mjs': "test('one', () => {}); describe('more', () => test('two', () => {}))",
  'fails.test.mjs':
    "before(() => console.error('what it says')); describe('suite', () => test('three', () => { console.log('what it logs'); throw new Error('no') }))",
  'empty.test.mjs': '',
  'broken.test.mjs': "throw new Error('does not load')",
  'late.test.mjs':
    "test('four', () => void setTimeout(() => { throw new Error('too late') }, 50)); test('five', () => new Promise((end) => setTimeout(end, 200)))",
}

let folder: string
/** `node --test` runs nothing when it detects that it is inside another run. */
const context = process.env.NODE_TEST_CONTEXT
before(async () => {
  delete process.env.NODE_TEST_CONTEXT
  folder = await mkdtemp(join(tmpdir(), 'moviebox-runs-'))
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), `import { before, describe, test } from 'node:test'\n${text}`)
})
after(async () => {
  if (context) process.env.NODE_TEST_CONTEXT = context
  await rm(folder, { recursive: true })
})

const run = (names: (keyof typeof files)[], processes?: number) =>
  nodeTests(
    names.map((name) => join(folder, name)),
    processes ? { processes } : {},
  )

for (const processes of [undefined, 1, 2]) {
  describe(`test files, and these processes for them: ${processes ?? 'one each'}`, { concurrency: true }, () => {
    test('count, and so does one that fails, has no test in it or cannot be loaded', async () => {
      const { passed, failed, report } = await run(['passes.test.mjs', 'fails.test.mjs', 'empty.test.mjs', 'broken.test.mjs'], processes)
      assert.deepEqual([passed, failed], [2, 3])
      assert.match(report, /✗ suite › three .*Error: no/s)
      // The two texts arrive through two pipes.
      for (const said of ['what it says', 'what it logs']) assert.ok(report.includes(said), said)
      assert.match(report, /empty\.test\.mjs\nThere is no test in this file/)
      assert.match(report, /does not load/)
    })

    test('name the file of a failure', async () => {
      const { failedFiles } = await run(['fails.test.mjs', 'passes.test.mjs'], processes)
      assert.deepEqual(failedFiles, [join(folder, 'fails.test.mjs')])
    })

    test('fail where an error comes when its test is over', async () => {
      const { failed, report } = await run(['late.test.mjs', 'passes.test.mjs'], processes)
      assert.equal(failed, 1)
      assert.match(report, /"four".*too late/s)
    })
  })
}
