import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node } from './command.ts'
import type { Outcome } from './phase.ts'

/** The used part of Playwright's JSON report. */
type Report = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: Suite[]
}
/** `file` is relative to `e2e/`. */
type Suite = { file: string; specs: { ok: boolean }[]; suites?: Suite[] }

/** The time limit of all journeys together, in milliseconds: several times what an idle machine needs. */
const timeLimit = 50 * 60_000

/** The most files for which a failing journey records a trace of each step. Traces of all journeys would add a tenth to their time. */
const mostTraced = 5

/** Runs the browser journeys. Playwright prints each one as it ends. */
export async function journeys(files: string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-journeys-'))
  const file = join(folder, 'report.json')
  try {
    console.log('\n== Browser journeys')
    const options = ['--reporter=list,json', ...(files.length > mostTraced ? ['--trace=off'] : [])]
    const { code } = await node(['node_modules/@playwright/test/cli.js', 'test', ...options, ...files], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      live: true,
      timeLimit,
    })
    const { stats, errors, suites }: Report = JSON.parse(await readFile(file, 'utf8'))
    const failed = stats.unexpected + stats.flaky + errors.length
    const report = errors.map(({ message }) => message).join('\n\n')
    const failedFiles = suites.filter(hasFailed).map((suite) => join('e2e', suite.file))
    return {
      passed: stats.expected,
      failed: failed || Number(code !== 0),
      skipped: stats.skipped,
      report,
      ...(errors.length === 0 && failedFiles.length > 0 && { failedFiles }),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const hasFailed = ({ specs, suites = [] }: Suite): boolean => specs.some(({ ok }) => !ok) || suites.some(hasFailed)
