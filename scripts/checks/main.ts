import { globSync } from 'node:fs'
import { startPostgres } from '#testing/postgres.ts'
import { needBrowser } from './browser.ts'
import { interruption } from './command.ts'
import { journeys } from './journeys.ts'
import { nodeTests } from './node-tests.ts'
import { type Outcome, type Phase, perform } from './phase.ts'
import { lint, types } from './tools.ts'

const budgetTests = ['scripts/budgets.test.ts']
/** What goes by the day of the calendar, which differs between the two ends of the world. */
const dateTests = ['contract/dates.test.ts', 'server/bookings/bookings.test.ts']
/** Start the product as a process of its own and measure times, so little runs beside them: two at once, since most of what they do is wait. */
const processTests = globSync('server/**/*.process.test.ts').sort()
const serverTests = globSync(['server/**/*.test.ts', 'seed/**/*.test.ts'], { exclude: processTests }).sort()
const otherTests = globSync(['contract/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.ts'], { exclude: budgetTests }).sort()

/** What runs one after the other; phases that stand together run at the same time. */
const stages: Phase[][] = [
  [
    { name: 'types', title: 'Types', run: types },
    { name: 'lint', title: 'Format and lint', run: lint },
  ],
  [
    {
      name: 'sqlite',
      title: 'Contract, and server on SQLite',
      files: [...otherTests, ...serverTests],
      run: (files) => nodeTests(files, { TEST_DATABASE: 'sqlite' }),
    },
    { name: 'postgres', title: 'Server on PostgreSQL', files: serverTests, run: onPostgres },
  ],
  ['UTC', 'Pacific/Midway', 'Pacific/Kiritimati'].map((zone) => ({
    name: 'time-zones',
    title: `What touches dates, in ${zone}`,
    files: dateTests,
    run: (files) => nodeTests(files, { TZ: zone, TEST_DATABASE: 'sqlite' }),
  })),
  [{ name: 'process', title: 'Starting, stopping and surviving', files: processTests, run: (files) => nodeTests(files, {}, 2) }],
  [{ name: 'budgets', title: 'Budgets', files: budgetTests, run: (files) => nodeTests(files) }],
  [{ name: 'e2e', title: 'Browser journeys', files: globSync('e2e/**/*.test.ts').sort(), run: inBrowser }],
]

/** A word that names several phases at once. */
const groups: Record<string, string[]> = { server: ['sqlite', 'postgres', 'time-zones', 'process'] }

const words = process.argv.slice(2)
const known = new Set([...Object.keys(groups), ...stages.flat().map(({ name }) => name)])
const wanted = words.filter((word) => known.has(word)).flatMap((word) => groups[word] ?? [word])
const filters = words.filter((word) => !known.has(word))

const total = { passed: 0, failed: 0 }
const browser = stages.flat().some((phase) => phase.name === 'e2e' && isWanted(phase)) ? needBrowser() : undefined
// It is awaited further down; until then its failure is nobody's.
browser?.catch(() => {})

for (const phases of stages) {
  if (phases.some(({ name }) => name === 'budgets' || name === 'e2e')) await browser?.catch(() => {})
  const outcomes = await Promise.all(phases.filter(isWanted).map((phase) => perform(phase, filesOf(phase))))
  for (const outcome of outcomes) add(outcome)
  if (interruption.signal.aborted) break
}
if (total.passed + total.failed === 0) {
  console.log(`Nothing was checked: no test file has ${filters.join(' or ')} in its path.`)
  total.failed = 1
}
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${total.passed} passed, ${total.failed} failed`)

function add({ passed, failed }: Outcome) {
  total.passed += passed
  total.failed += failed
}

function isWanted(phase: Phase): boolean {
  if (wanted.length > 0) return wanted.includes(phase.name)
  return filters.length === 0 || filesOf(phase).length > 0
}

function filesOf({ files = [] }: Phase): string[] {
  return filters.length === 0 ? files : files.filter((file) => filters.some((filter) => file.includes(filter)))
}

async function inBrowser(files: string[]): Promise<Outcome> {
  await browser
  return journeys(files)
}

async function onPostgres(files: string[]): Promise<Outcome> {
  await using postgres = await startPostgres()
  return await nodeTests(files, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
}
