import { startPostgres } from '#testing/postgres.ts'
import { nodeTests } from './node-tests.ts'
import type { Outcome } from './phase.ts'
import { needProgram } from './programs.ts'

/** What several servers do at once: the races as often as it takes for a rare one to show. */
export async function severalServers(files: string[]): Promise<Outcome> {
  await needHaproxy()
  return nodeTests(files, { env: { RACE_ROUNDS: '20' }, atOnce: 1 })
}

/** The tests of the server, each call of which goes to one of three servers. */
export async function throughProxy(files: string[]): Promise<Outcome> {
  await needHaproxy()
  await using postgres = await startPostgres()
  const env = { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url, TEST_PROXY: 'haproxy' }
  return await nodeTests(files, { env, atOnce: 1 })
}

async function needHaproxy(): Promise<void> {
  if (!(await needProgram('haproxy')))
    throw new Error('Several servers are tested behind HAProxy: install its package, and run this again.')
}
