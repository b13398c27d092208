import { endSession, startSession } from '#server/auth/sessions.ts'
import { type Config, readConfig } from '#server/config.ts'
import { lockFile } from '#server/db/data-folder.ts'
import type { Database } from '#server/db/schema.ts'
import { FolderInUse, lockFolder } from '#server/db/sqlite/file-lock.ts'
import { transact } from '#server/db/transaction.ts'
import { openWithoutLock } from '#server/startup/product.ts'
import { startFailure } from '#server/startup/start-failure.ts'
import { framed, howToSignIn } from '#server/startup/welcome.ts'
import { apiClient } from './api-client.ts'
import { type ExistingData, existingData, lookAtDatabase } from './existing-data.ts'
import { type Counts, load } from './load.ts'
import { allPictures, render } from './pictures.ts'
import { progress } from './progress.ts'

/** The id of the user whom the history names, as the server gives it; without one, the first super user. */
const [, , userId] = process.argv

/** Ends the work with a sentence for whoever started it. */
class Ended extends Error {}

try {
  const config = readConfig(process.env)
  const existing = await lookAtDatabase(config)
  if (existing.kind === 'chain') {
    console.log(`The sample data already exists (${existing.has}). Nothing was changed.`)
  } else {
    requireEmpty(existing)
    await makeChain(config)
  }
} catch (error) {
  console.error(error instanceof Ended ? error.message : (startFailure(error) ?? error))
  process.exitCode = 1
}

async function makeChain(config: Config) {
  const started = performance.now()
  const unlock = config.databaseUrl === undefined ? lockUnlessServed(config.dataDir) : () => {}
  const { tell, end } = progress()
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopped.abort(new Ended('Stopped. No sample data was kept.')))
  try {
    const now = new Date()
    const pictures = allPictures(now)
    tell(`Creating ${pictures.length} images`)
    const rendered = await render(pictures, 1)
    const product = await openWithoutLock({ ...config, logLevel: 'warn' })
    try {
      requireEmpty(await existingData(product.db))
      const token = await sessionOfUser(product.db)
      const counts = await load(apiClient(product.app, token), { rendered, now, tell, signal: stopped.signal }).finally(() =>
        endSession(product.db, token),
      )
      end()
      console.log(summary(counts, (performance.now() - started) / 1000))
    } finally {
      await product.close()
      if (product.firstUser) console.log(framed(howToSignIn(product.firstUser)))
    }
  } finally {
    end()
    unlock()
  }
}

/** A server that starts meanwhile would clear away the uploads under way. One that runs already is no harm: SQLite serves two processes. */
function lockUnlessServed(dataDir: string): () => void {
  try {
    return lockFolder(lockFile(dataDir), dataDir)
  } catch (error) {
    if (error instanceof FolderInUse) return () => {}
    throw error
  }
}

/** Returns the token of a session of the user whom the history names. */
function sessionOfUser(db: Database): Promise<string> {
  return transact(db, undefined, async (trx) => {
    const superUsers = trx.selectFrom('users').select('id').where('isSuperUser', '=', 1).where('deletedAt', 'is', null)
    const { id } = await superUsers
      .$if(userId !== undefined, (query) => query.where('id', '=', userId ?? ''))
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return startSession(trx, id)
  })
}

function requireEmpty({ kind, has }: ExistingData) {
  if (kind === 'empty') return
  throw new Ended(
    `MovieBox already has data (${has}). Sample data can't be mixed with other data, so nothing was changed. ` +
      'Set DATA_DIR to an empty folder to create the sample data there.',
  )
}

function summary(counts: Counts, seconds: number): string {
  const lines = Object.entries(counts).map(([kind, count]) => `${String(count).padStart(5)} ${kind}`)
  return ['Sample data added:', ...lines, `Finished in ${Math.round(seconds)} s. Start MovieBox with: npm start`].join('\n')
}
