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
import { sampleDataLoader } from './sample-data.ts'
import { watchStorage } from './storage-metrics.ts'

/** The delay before background work begins, in milliseconds. The first requests to a starting server come first. */
const moment = 100

export type Product = Pictures & {
  app: FastifyInstance
  db: Database
  revision: Revision
  sampleData: ReturnType<typeof sampleDataLoader>
  /** Only present if the settings enable metrics. */
  metrics: Metrics | undefined
  /** The super user that this start created, because there was no user yet. */
  firstUser: Awaited<ReturnType<typeof createFirstUser>>
  /** Makes `/readyz` fail, and closes each connection after its response; everything else continues. */
  leave(): void
  /** Finishes the running requests and jobs, then closes the database and releases the data folder. */
  close(): Promise<void>
}

/**
 * Opens the data folder and the database, and builds the server on them, without listening. `tell` receives a sentence for the operator where
 * the start takes a while. `startFailure` turns the errors thrown here into sentences.
 */
export async function openProduct(config: Config, tell: (sentence: string) => void = () => {}, hashCost = usualCost): Promise<Product> {
  await prepareFolder(config.dataDir)
  const isSqlite = config.databaseUrl === undefined
  // Servers on one PostgreSQL each have a media folder, or share one on purpose: only SQLite must not be shared.
  const unlock = isSqlite ? lockFolder(lockFile(config.dataDir), config.dataDir) : () => {}
  // The holder of the lock has the folder to itself, so unfinished files in it are leftovers. File systems keep time a little coarser than
  // clocks.
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

/** Opens the product on a data folder that a server may be using: takes no lock, and clears nothing away. */
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
    const sampleData = sampleDataLoader(db, config)
    const app = await buildApp({
      ...pictures,
      db,
      revision,
      leaving: leaving.signal,
      sampleData,
      webFolder: join(import.meta.dirname, '..', '..', 'dist'),
      config,
      hashCost,
      metrics,
    })
    return {
      app,
      db,
      revision,
      sampleData,
      ...pictures,
      metrics,
      firstUser,
      leave: () => leaving.abort(),
      async close() {
        await sampleData.close()
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
