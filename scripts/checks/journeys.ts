import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node } from './command.ts'
import type { Outcome } from './phase.ts'

/** The part of Playwright's JSON report that counts. */
type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number }; errors: { message?: string }[] }

/** How long all journeys may take together, in milliseconds: several times what they need on a machine with nothing else to do. */
const timeLimit = 50 * 60_000

/** Up to so many files leave a trace of each step of a journey that fails. To record one of every journey is a tenth of all their work. */
const mostTraced = 5

/** Runs the browser journeys; Playwright prints them as they go. */
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
    const { stats, errors }: Report = JSON.parse(await readFile(file, 'utf8'))
    const failed = stats.unexpected + stats.flaky + errors.length
    const report = errors.map(({ message }) => message).join('\n\n')
    return { passed: stats.expected, failed: failed || Number(code !== 0), skipped: stats.skipped, report }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
