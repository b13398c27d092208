import { startPair } from '#testing/standby.ts'
import { startStore } from '#testing/start-store.ts'
import { migrated } from './migrated.ts'
import { nodeTests } from './node-tests.ts'
import type { Outcome } from './phase.ts'
import { needProgram } from './programs.ts'

/** Runs the tests of several concurrent servers, with the races repeated often enough for a rare one to appear. */
export async function severalServers(files: string[]): Promise<Outcome> {
  await needHaproxy()
  await using store = await startStore()
  const env = { RACE_ROUNDS: '20', TEST_STORE: JSON.stringify(store.settings), TEST_PROXY: 'haproxy' }
  return await nodeTests(files, { env, atOnce: 1 })
}

/** Runs the server's tests with every call going to one of three servers, on a PostgreSQL with a synchronous standby and a store. */
export async function throughProxy(files: string[]): Promise<Outcome> {
  await needHaproxy()
  await using pair = await startPair()
  await using store = await startStore()
  const env = {
    TEST_DATABASE: 'postgres',
    TEST_DATABASE_URL: pair.primary.url,
    TEST_DATABASE_MIGRATED: await migrated('', pair.primary.url),
    TEST_STORE: JSON.stringify(store.settings),
    TEST_PROXY: 'haproxy',
  }
  return await nodeTests(files, { env, atOnce: 1 })
}

async function needHaproxy(): Promise<void> {
  if (!(await needProgram('haproxy'))) throw new Error('The tests with several servers need HAProxy. Install HAProxy and try again.')
}
