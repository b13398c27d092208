import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node } from './command.ts'
import type { Outcome } from './phase.ts'
import type { Told } from './reporter.ts'

/** How long one test may take and how long all of them may, in milliseconds, before they count as hanging. */
const timeLimitOfOne = 120_000
const timeLimit = 900_000

type Options = {
  env?: Record<string, string>
  /** So many files run at the same time, or as many as Node thinks good. */
  atOnce?: number
  /** Whether what one file has compiled is there for the next: not where the start of a program is measured. */
  sharesCode?: boolean
}

/** Runs test files with `node --test`, and counts what its reporter tells. */
export async function nodeTests(files: string[], { env, atOnce, sharesCode = false }: Options = {}): Promise<Outcome> {
  // Without a name, `node --test` would go looking for files itself.
  if (files.length === 0) return { passed: 0, failed: 0, report: '' }
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-tests-'))
  const told = join(folder, 'told')
  try {
    const { code, output } = await node(
      [
        '--test',
        `--test-timeout=${timeLimitOfOne}`,
        ...(atOnce ? [`--test-concurrency=${atOnce}`] : []),
        '--test-reporter=./scripts/checks/reporter.ts',
        `--test-reporter-destination=${told}`,
        ...files,
      ],
      { env: { ...env, ...(sharesCode && { NODE_COMPILE_CACHE: join(folder, 'compiled') }) }, timeLimit },
    )
    return summary(await readFile(told, 'utf8').catch(() => ''), code, output)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function summary(text: string, code: number | null, output: string): Outcome {
  const ends = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Told)
  const count = (end: Told['end']) => ends.filter((test) => test.end === end).length
  const reports = ends.map(({ report }) => report).filter(Boolean)
  // The run itself failed although every test that it told of passed: it crashed, or something else is wrong with it.
  const failedOtherwise = code !== 0 && reports.length === 0
  if (failedOtherwise) reports.push(`${output}\nThe test run ended with code ${code} although no test failed.`)
  return {
    passed: count('passed'),
    failed: count('failed') + Number(failedOtherwise),
    skipped: count('skipped'),
    report: reports.join('\n\n'),
  }
}
