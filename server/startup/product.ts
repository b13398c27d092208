import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { type HashCost, usualCost } from '#server/auth/password-hash.ts'
import { backUpDaily } from '#server/backup/schedule.ts'
import { bringUpToDate } from '#server/backup/up-to-date.ts'
import type { Config } from '#server/config.ts'
import { agreeOnTime } from '#server/db/clock.ts'
import { databaseFile, lockFile, prepareFolder } from '#server/db/data-folder.ts'
import { checkBeside, isLarge, requireSound } from '#server/db/integrity.ts'
import { openDatabase } from '#server/db/open.ts'
import { requireSupported } from '#server/db/requirements.ts'
import { postgresRevision, type Revision, sqliteRevision } from '#server/db/revision.ts'
import type { Database } from '#server/db/schema.ts'
import { lockFolder } from '#server/db/sqlite/file-lock.ts'
import { waitForDatabase } from '#server/db/wait-for-database.ts'
import { openPictures, type Pictures } from '#server/images/open-media.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { Metrics } from '#server/metrics/metrics.ts'
import { watchProcess } from '#server/metrics/process.ts'
import { createFirstUser } from '#server/users/first-user.ts'
import { watchStorage } from './storage-metrics.ts'

/** Who waits for this server is answered before it begins with what nobody has asked for. In milliseconds. */
const moment = 100

export type Product = Pictures & {
  app: FastifyInstance
  db: Database
  revision: Revision
  /** Where the settings ask for it. */
  metrics: Metrics | undefined
  /** The super user that was created because there was no user yet. */
  firstUser: Awaited<ReturnType<typeof createFirstUser>>
  /** From now on `/readyz` says no and connections end with their answers; all else goes on. */
  leave(): void
  /** Finishes what is under way, then closes the database and gives the data folder back. */
  close(): Promise<void>
}

/**
 * Opens the data folder and the database and builds the server on them, not listening yet. `tell` gets a sentence for the person
 * who starts it where that takes a while. What it throws, `startFailure` puts into words for them.
 */
export async function openProduct(config: Config, tell: (sentence: string) => void = () => {}, hashCost = usualCost): Promise<Product> {
  await prepareFolder(config.dataDir)
  const isSqlite = config.databaseUrl === undefined
  // Servers that share a PostgreSQL each have a media folder, or share one on purpose: only SQLite must not be shared.
  const unlock = isSqlite ? lockFolder(lockFile(config.dataDir), config.dataDir) : () => {}
  // Whoever holds the folder alone knows that what lies there unfinished is left over. File systems keep time a little coarser than clocks.
  const leftBefore = isSqlite ? Date.now() - 1000 : undefined
  try {
    const product = await open(config, tell, hashCost)
    const { db, app } = product
    let stopHousekeeping = async () => {}
    let stopBackups = () => {}
    const beginning = setTimeout(() => {
      stopHousekeeping = startJobs(product, config, app.log, leftBefore)
      if (config.backups) stopBackups = backUpDaily(config.backups, app.log)
    }, moment)
    const stopChecking =
      isSqlite && (await isLarge(databaseFile(config.dataDir))) ? await checkBeside(db, config.dataDir, app.log, moment) : () => {}
    return {
      ...product,
      async close() {
        clearTimeout(beginning)
        stopChecking()
        stopBackups()
        try {
          await Promise.all([stopHousekeeping(), app.close()])
          await product.close()
        } finally {
          unlock()
        }
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The same on a data folder that a server may be using: doesn't take the folder, and clears nothing away in it. */
export async function openWithoutLock(config: Config): Promise<Product> {
  await prepareFolder(config.dataDir)
  return open(config, () => {}, usualCost)
}

async function open(config: Config, tell: (sentence: string) => void, hashCost: HashCost): Promise<Product> {
  const file = databaseFile(config.dataDir)
  const metrics = config.metrics && (await Metrics.create())
  const db = openDatabase({ url: config.databaseUrl, file }, undefined, metrics?.database)
  if (metrics) {
    watchProcess(metrics)
    watchStorage(metrics, db, config)
  }
  try {
    await waitForDatabase(db, tell)
    await requireSupported(db)
    await agreeOnTime(db)
    if (config.databaseUrl === undefined) await requireSound(db, file)
    const pictures = await openPictures(config, db, tell)
    await bringUpToDate(db, config)
    const firstUser = await createFirstUser(db, config, hashCost)
    const revision = config.databaseUrl === undefined ? sqliteRevision(file) : postgresRevision(db)
    const leaving = new AbortController()
    const app = await buildApp({
      ...pictures,
      db,
      revision,
      leaving: leaving.signal,
      webFolder: join(import.meta.dirname, '..', '..', 'dist'),
      config,
      hashCost,
      metrics,
    })
    return {
      app,
      db,
      revision,
      ...pictures,
      metrics,
      firstUser,
      leave: () => leaving.abort(),
      async close() {
        await app.close()
        revision.close()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}
