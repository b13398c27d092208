import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onServer } from './app.ts'
import { installPostgres, type TestPostgres } from './postgres.ts'

/** A primary whose commits wait for its standby. `url` names both, the standby first. */
export type Pair = AsyncDisposable & {
  url: string
  primary: Omit<TestPostgres, typeof Symbol.asyncDispose>
  standby: Omit<TestPostgres, typeof Symbol.asyncDispose> & { promote: () => Promise<void> }
}

/** Starts two real PostgreSQL servers on free ports, one of which replicates the other. */
export async function startPair(): Promise<Pair> {
  const { initialise, copyOf, own, serve, password, remove } = installPostgres()
  try {
    const data = initialise()
    // An unstarted cluster can be copied as files; a running one would need `pg_basebackup`.
    const copy = copyOf(data)
    // Commits are acknowledged only when the standby has them.
    const primary = await serve(data, ['synchronous_commit=on', 'synchronous_standby_names=*'])
    writeFileSync(join(copy, 'standby.signal'), '')
    own(join(copy, 'standby.signal'))
    const standby = await serve(copy, [
      `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres password=${password}`,
      'synchronous_commit=on',
    ])
    const url = primary.url.replace('@', `@127.0.0.1:${standby.port},`)
    return {
      url,
      primary,
      standby: { ...standby, promote: () => onServer(standby.url, 'select pg_promote()') },
      [Symbol.asyncDispose]: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}
