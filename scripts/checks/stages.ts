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
/** What goes by the day of the calendar, which differs between the two ends of the world. */
const dateTests = ['contract/dates.test.ts', 'server/activity/activity.test.ts', 'server/bookings/bookings.test.ts']
/** Start the product as a process of its own and measure times, so little runs beside them: three at once, since most of what they do is wait. */
const processTests = globSync('server/**/*.process.test.ts').sort()
/** Put a load on a database server of their own, so they have the machine to themselves. */
const loadTests = globSync('server/{races,database/{several-servers,failing-postgres,failover}}.process.test.ts').sort()
const waitingTests = processTests.filter((file) => !loadTests.includes(file))
/** What needs a store, and what pictures have to do there as well as in a folder. */
const storeOnly = globSync('server/**/*.store.test.ts').sort()
const storeTests = [...storeOnly, ...globSync('server/images/{digests,images,shared-folder}.test.ts')].sort()
const clusterOnly = globSync('server/**/*.cluster.test.ts').sort()
const clusterTests = [...clusterOnly, 'server/races.process.test.ts']
const besides = [...processTests, ...storeOnly, ...clusterOnly]
const serverTests = globSync(['server/**/*.test.ts', 'seed/**/*.test.ts'], { exclude: besides }).sort()
/** Open neither the app nor a database that it has, so once is enough. */
const ofNoDatabase = globSync([
  'server/{called,config,store-address}.test.ts',
  'server/access/hashing.test.ts',
  'server/database/{failures,ids}.test.ts',
  'server/health/health.test.ts',
  'server/http/{answers,built-files,connections,event-stream,gathered-log,limit-concurrency,response-cache-bounds,terminal-log,web-app}.test.ts',
  'server/images/{bucket,local-media,media-cache,pixels}.test.ts',
])
/** What one server has for itself, where another may get the next request, and with a store: none of this says anything through a proxy. */
const ofOneServer = [
  // Counts what a server asks its database, and a proxy asks whether that is there.
  'server/http/response-cache.test.ts',
  // Counts what a server was asked.
  'server/metrics/metrics.test.ts',
  // What is left for the housekeeping to find is gone when the next server starts.
  'server/housekeeping.test.ts',
  // A folder with pictures, and a disk without room for them.
  'server/images/sweep.test.ts',
  'server/images/disk-full.test.ts',
]
const proxyTests = serverTests.filter((file) => !ofOneServer.includes(file))
/** What is handed over: it is built anew for them, and what measures times must not run beside that. */
const releaseTests = globSync('scripts/release/*.test.ts').sort()
const otherTests = globSync(['contract/**/*.test.ts', 'web/**/*.test.ts', 'scripts/**/*.test.ts'], {
  exclude: [...budgetTests, ...releaseTests],
}).sort()

/** What runs one after the other; phases that stand together run at the same time. */
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
    title: `What touches dates, in ${zone}`,
    files: dateTests,
    run: (files) => nodeTests(files, { env: { TZ: zone, TEST_DATABASE: 'sqlite' }, sharesCode: true }),
  })),
  [
    { name: 'store', title: 'Pictures in an S3 store', files: storeTests, run: withStore },
    {
      name: 'release',
      title: 'The archive, and what it runs behind',
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
      title: 'Several servers, and a database that fails',
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
      title: 'Server on PostgreSQL, three of them behind HAProxy',
      files: proxyTests,
      onlyByName: true,
      run: throughProxy,
    },
  ],
  [{ name: 'e2e', title: 'Browser journeys', files: globSync('e2e/**/*.test.ts').sort(), run: journeys }],
]

/** A word that names several phases at once. */
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

/** Three at once: most of what they do is wait for the store. */
async function withStore(files: string[]): Promise<Outcome> {
  await using store = await startStore()
  return await nodeTests(files, { env: { TEST_DATABASE: 'sqlite', TEST_STORE: JSON.stringify(store.settings) }, processes: 3 })
}
