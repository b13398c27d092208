import { needBrowser } from './browser.ts'
import { interruption } from './command.ts'
import { perform } from './phase.ts'
import { type Performed, tryAgain } from './second-try.ts'
import { type Chosen, select } from './selection.ts'
import { groups, stages } from './stages.ts'
import { needStore } from './store.ts'

/** The number of characters of one phase's report that are repeated at the end. */
const longestReport = 4000

const words = process.argv.slice(2)
/** Only a whole run tries again: a developer who names a test sees every failure. */
const isWhole = words.length === 0
const { chosen, missing } = select(words, stages.flat(), groups)
if (missing.length > 0) {
  console.log(`No tests were run: no test file path contains ${missing.map((word) => `"${word}"`).join(' or ')}.`)
  process.exitCode = 1
} else {
  process.exitCode = (await run()) > 0 ? 1 : 0
}

/** Runs the chosen phases, stage by stage. Returns the number of failed checks. */
async function run(): Promise<number> {
  const performed: Performed[] = []
  const browser = chosen.some(needsBrowser) ? needBrowser() : undefined
  // A phase that needs the browser reports the error; until then the rejection is ignored.
  browser?.catch(() => {})
  if (chosen.some(({ phase }) => phase.name === 'store')) needStore().catch(() => {})
  for (const stage of stages) {
    const its = chosen.filter(({ phase }) => stage.includes(phase))
    // A download of the browser in the background would disturb time measurements.
    if (its.some(({ phase }) => phase.name === 'budgets')) await browser?.catch(() => {})
    const outcomes = await Promise.all(
      its.map(async ({ phase, files }) => ({
        phase,
        outcome: await perform(phase, async () => {
          if (needsBrowser({ phase, files })) await browser
          return phase.run(files)
        }),
      })),
    )
    performed.push(...outcomes)
    if (interruption.signal.aborted) break
    if (outcomes.some(({ outcome }) => outcome.endsRun)) {
      console.log('\nThe rest is skipped.')
      break
    }
  }
  return summarize(performed, isWhole && !interruption.signal.aborted ? await tryAgain(performed) : [])
}

/** Prints the failures and the counts. Returns the number of failed checks. `recovered` passed at the second try. */
function summarize(performed: readonly Performed[], recovered: readonly Performed[]): number {
  const total = { passed: 0, failed: 0 }
  for (const { phase, outcome } of performed) {
    const isRecovered = recovered.some((its) => its.phase === phase)
    total.passed += outcome.passed + (isRecovered ? outcome.failed : 0)
    total.failed += isRecovered ? 0 : outcome.failed
    // The journeys print a line for each test, so the failures of earlier phases are far above: they are repeated here.
    if (outcome.failed > 0) {
      const tries = isRecovered ? `passed at the second try: ${outcome.failedFiles?.join(', ')}` : 'failures'
      console.log(`\n== ${phase.title}, ${tries}\n\n${outcome.report.trim().slice(0, longestReport)}`)
    }
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed
}

function needsBrowser({ phase }: Chosen): boolean {
  return phase.name === 'e2e'
}
