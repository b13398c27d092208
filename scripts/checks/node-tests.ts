import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { node } from './command.ts'
import type { Outcome } from './phase.ts'
import type { Told } from './reporter.ts'

/** The time limits of one test and of all tests, in milliseconds. Longer tests count as hanging. */
const timeLimitOfOne = 120_000
const timeLimit = 1_800_000

type Options = {
  env?: Record<string, string>
  /**
   * The number of processes that share all files, each running one file after another. Loading the server for every file would be half of the work.
   */
  processes?: number
  /** The number of processes, or of files, that run concurrently; by default all processes, or as many files as Node chooses. */
  atOnce?: number
  /** Whether files share compiled code. Tests that measure the start of a program don't. */
  sharesCode?: boolean
}

/** Runs test files with `node --test`, and counts the results of its reporter. */
export async function nodeTests(
  files: string[],
  { env, processes, atOnce = processes, sharesCode = false }: Options = {},
): Promise<Outcome> {
  // Without file names, `node --test` would search for files itself.
  if (files.length === 0) return { passed: 0, failed: 0, report: '' }
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-tests-'))
  const told = join(folder, 'told')
  try {
    const started = processes ? await together(files, processes, folder) : files
    const { code, output } = await node(
      [
        '--test',
        `--test-timeout=${timeLimitOfOne}`,
        ...(atOnce ? [`--test-concurrency=${atOnce}`] : []),
        '--test-reporter=./scripts/checks/reporter.ts',
        `--test-reporter-destination=${told}`,
        ...started,
      ],
      { env: { ...env, ...(sharesCode && { NODE_COMPILE_CACHE: join(folder, 'compiled') }) }, timeLimit },
    )
    return summary(files, await readFile(told, 'utf8').catch(() => ''), code, output)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes one test file per process, each with its share of `files` as suites. The before and after hooks of a file apply to its suite. */
async function together(files: string[], processes: number, folder: string): Promise<string[]> {
  const count = Math.min(processes, files.length)
  const writing = Array.from({ length: count }, async (_, at) => {
    const suites = files
      .filter((_, index) => index % count === at)
      .map((file) => `describe(${JSON.stringify(file)}, () => import(${JSON.stringify(pathToFileURL(resolve(file)))}))\n`)
    const path = join(folder, `${at + 1}.test.mjs`)
    await writeFile(path, `import { describe } from 'node:test'\n${suites.join('')}`)
    return path
  })
  return await Promise.all(writing)
}

function summary(files: string[], text: string, code: number | null, output: string): Outcome {
  const ends = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Told)
  const count = (end: Told['end']) => ends.filter((test) => test.end === end).length
  const reports = ends.map(({ report }) => report).filter(Boolean)
  // The run failed although every reported test passed: it crashed, or failed outside the tests.
  const failedOtherwise = code !== 0 && reports.length === 0
  const failedFiles = ends
    .filter(({ end }) => end === 'failed')
    .map(({ file }) => files.find((one) => resolve(one) === resolve(file ?? '')))
  if (failedOtherwise) reports.push(`${output}\nThe test run ended with code ${code} although no test failed.`)
  return {
    passed: count('passed'),
    failed: count('failed') + Number(failedOtherwise),
    skipped: count('skipped'),
    report: reports.join('\n\n'),
    ...(!failedOtherwise && failedFiles.every((file) => file !== undefined) && { failedFiles: [...new Set(failedFiles)] }),
  }
}
