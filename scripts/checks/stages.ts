import { globSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#testing/postgres.ts'
import { startStore } from '#testing/start-store.ts'
import { severalServers, throughProxy } from './cluster.ts'
import { journeys } from './journeys.ts'
import { migrated } from './migrated.ts'
import { nodeTests } from './node-tests.ts'
import type { Outcome, Phase } from './phase.ts'
import { lint, types } from './tools.ts'

const budgetTests = ['scripts/budgets.test.ts']
/** Tests that depend on the local date; they run in three time zones. */
const dateTests = [
  'contract/dates.test.ts',
  'server/audit/audit.test.ts',
  'server/bookings/bookings.test.ts',
  'server/bookings/day-ends-at.test.ts',
]
/** Tests that start the product as a process and measure times, so little runs beside them. Three run at once, because they mostly wait. */
const processTests = globSync('server/**/*.process.test.ts').sort()
/** Tests that put a load on a database server of their own, so they need the machine for themselves. */
const loadTests = globSync('server/db/{races,several-servers,postgres/{failing-postgres,failover}}.process.test.ts').sort()
const waitingTests = processTests.filter((file) => !loadTests.includes(file))
/** Tests that need a store, and tests of pictures that run with a folder and with a store. */
const storeOnly = globSync('server/**/*.store.test.ts').sort()
const storeTests = [...storeOnly, ...globSync('server/images/{digests,images,shared-folder}.test.ts')].sort()
const clusterOnly = globSync('server/**/*.cluster.test.ts').sort()
const clusterTests = [...clusterOnly, 'server/db/races.process.test.ts']
const besides = [...processTests, ...storeOnly, ...clusterOnly]
const serverTests = globSync(['server/**/*.test.ts', 'seed/**/*.test.ts'], { exclude: besides }).sort()
/** Tests that open neither the app nor its database, so one run is enough. */
const ofNoDatabase = globSync([
  'server/{config,images/store-address,command-hint}.test.ts',
  'server/auth/password-hash.test.ts',
  'server/backup/rows.test.ts',
  'server/db/{data-folder,errors,ids}.test.ts',
  'server/health/health.test.ts',
  'server/http/{answers,built-files,connections,event-stream,gathered-log,limit-concurrency,response-cache-bounds,terminal-log,web-app}.test.ts',
  'server/images/{bucket,local-media,media-cache,pixels}.test.ts',
  'server/lists/cursor.test.ts',
  'server/startup/{start-failure,welcome}.test.ts',
])
/** Tests of one server's own state or of its folder: a proxy may send the next call to another server, and three servers use a store. */
const ofOneServer = [
  // Counts a server's database statements, and HAProxy's readiness checks add more.
  'server/http/response-cache.test.ts',
  // Counts a server's requests.
  'server/metrics/metrics.test.ts',
  // Prepares work for a background job, which the next server would already do at its start.
  'server/jobs/jobs.test.ts',
  // Tests a folder with pictures, and a full disk.
  'server/images/sweep.test.ts',
  'server/images/disk-full.test.ts',
]
const proxyTests = serverTests.filter((file) => !ofOneServer.includes(file))
/** Tests of the release archive. They build it first, and time measurements must not run beside a build. */
const releaseTests = globSync('scripts/release/*.test.ts').sort()
const otherTests = globSync(['contract/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.ts'], {
  exclude: [...budgetTests, ...releaseTests],
}).sort()

/** The stages of the checks, in order. The phases of one stage run concurrently. */
export const stages: Phase[][] = [
  [
    { name: 'types', title: 'Types', run: types },
    { name: 'lint', title: 'Format and lint', run: lint },
    {
      name: 'units',
      title: 'Contract, parts of the screens, and scripts',
      files: otherTests,
      run: (files) => nodeTests(files, { processes: 2, sharesCode: true }),
    },
  ],
  [
    { name: 'sqlite', title: 'Server on SQLite', files: serverTests, run: onSqlite },
    { name: 'postgres', title: 'Server on PostgreSQL', files: serverTests.filter((file) => !ofNoDatabase.includes(file)), run: onPostgres },
  ],
  ['UTC', 'Pacific/Midway', 'Pacific/Kiritimati'].map((zone) => ({
    name: 'time-zones',
    title: `Dates in ${zone}`,
    files: dateTests,
    run: (files) => nodeTests(files, { env: { TZ: zone, TEST_DATABASE: 'sqlite' }, sharesCode: true }),
  })),
  [
    { name: 'store', title: 'Images in an S3 store', files: storeTests, run: withStore },
    {
      name: 'release',
      title: 'Release archive and proxies',
      files: releaseTests,
      run: (files) => nodeTests(files, { atOnce: 1 }),
    },
  ],
  [
    {
      name: 'process',
      title: 'Starting, stopping and surviving',
      files: waitingTests,
      run: (files) => nodeTests(files, { processes: 6, atOnce: 3 }),
    },
  ],
  [
    {
      name: 'load',
      title: 'Several servers and database failures',
      files: loadTests,
      onlyByName: true,
      run: (files) => nodeTests(files, { atOnce: 1 }),
    },
  ],
  [{ name: 'budgets', title: 'Budgets', files: budgetTests, run: (files) => nodeTests(files) }],
  [{ name: 'cluster', title: 'Three servers behind HAProxy', files: clusterTests, onlyByName: true, run: severalServers }],
  [
    {
      name: 'cluster',
      title: 'Three servers on PostgreSQL behind HAProxy',
      files: proxyTests,
      onlyByName: true,
      run: throughProxy,
    },
  ],
  [{ name: 'e2e', title: 'Browser journeys', files: globSync('e2e/**/*.test.ts').sort(), run: journeys }],
]

/** Words that select several phases. */
export const groups: Record<string, string[]> = { server: ['sqlite', 'postgres', 'time-zones', 'store', 'process', 'load'] }

async function onSqlite(files: string[]): Promise<Outcome> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'moviebox-migrated-'))
  return await onServer(files, { TEST_DATABASE: 'sqlite', TEST_DATABASE_MIGRATED: await migrated(folder.path) })
}

async function onPostgres(files: string[]): Promise<Outcome> {
  await using postgres = await startPostgres()
  const TEST_DATABASE_MIGRATED = await migrated('', postgres.url)
  return await onServer(files, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url, TEST_DATABASE_MIGRATED })
}

const onServer = (files: string[], env: Record<string, string>) => nodeTests(files, { env, processes: 4, atOnce: 2, sharesCode: true })

/** Runs tests with a store, three at once, because they mostly wait for the store. */
async function withStore(files: string[]): Promise<Outcome> {
  await using store = await startStore()
  return await nodeTests(files, { env: { TEST_DATABASE: 'sqlite', TEST_STORE: JSON.stringify(store.settings) }, processes: 3 })
}
