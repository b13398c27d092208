import { needBrowser } from './browser.ts'
import { interruption } from './command.ts'
import { perform } from './phase.ts'
import { type Chosen, select } from './selection.ts'
import { groups, stages } from './stages.ts'
import { needStore } from './store.ts'

/** The number of characters of one phase's report that are repeated at the end. */
const longestReport = 4000

const { chosen, missing } = select(process.argv.slice(2), stages.flat(), groups)
if (missing.length > 0) {
  console.log(`No tests were run: no test file path contains ${missing.map((word) => `"${word}"`).join(' or ')}.`)
  process.exitCode = 1
} else {
  process.exitCode = (await run()) > 0 ? 1 : 0
}

/** Runs the chosen phases, stage by stage. Returns the number of failed checks. */
async function run(): Promise<number> {
  const total = { passed: 0, failed: 0 }
  const failures: string[] = []
  const browser = chosen.some(needsBrowser) ? needBrowser() : undefined
  // A phase that needs the browser reports the error; until then the rejection is ignored.
  browser?.catch(() => {})
  if (chosen.some(({ phase }) => phase.name === 'store')) needStore().catch(() => {})
  for (const stage of stages) {
    const its = chosen.filter(({ phase }) => stage.includes(phase))
    // A download of the browser in the background would disturb time measurements.
    if (its.some(({ phase }) => phase.name === 'budgets')) await browser?.catch(() => {})
    const outcomes = await Promise.all(
      its.map(({ phase, files }) =>
        perform(phase, async () => {
          if (needsBrowser({ phase, files })) await browser
          return phase.run(files)
        }),
      ),
    )
    for (const [at, { passed, failed, report }] of outcomes.entries()) {
      total.passed += passed
      total.failed += failed
      if (failed > 0) failures.push(`== ${its[at]?.phase.title}\n\n${report.trim().slice(0, longestReport)}`)
    }
    if (interruption.signal.aborted) break
    if (outcomes.some(({ endsRun }) => endsRun)) {
      console.log('\nThe rest is skipped.')
      break
    }
  }
  // The journeys print a line for each test, so the failures of earlier phases are far above: they are repeated here.
  if (failures.length > 0) console.log(`\nFailures\n\n${failures.join('\n\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed
}

function needsBrowser({ phase }: Chosen): boolean {
  return phase.name === 'e2e'
}
