import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createFirstUser } from './access/first-user.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { lockFolder } from './database/lock.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import type { Database } from './database/schema.ts'
import { keepHouse } from './housekeeping.ts'
import { localMedia, type Media } from './images/media.ts'

export type Product = {
  app: FastifyInstance
  db: Database
  media: Media
  /** The super user that was created because there was no user yet. */
  firstUser: Awaited<ReturnType<typeof createFirstUser>>
  /** Finishes what is under way, then closes the database and gives the data folder back. */
  close(): Promise<void>
}

/**
 * Opens the data folder and the database and builds the server on them, not listening yet.
 * Throws `FolderInUse` and `NewerDatabase`, whose messages are for the person who starts it.
 */
export async function openProduct(config: Config): Promise<Product> {
  await mkdir(config.dataDir, { recursive: true })
  const isSqlite = config.databaseUrl === undefined
  // Servers that share a PostgreSQL each have a media folder, or share one on purpose: only SQLite must not be shared.
  const unlock = isSqlite ? lockFolder(join(config.dataDir, 'server.lock'), config.dataDir) : () => {}
  // Whoever holds the folder alone knows that what lies there unfinished is left over. File systems keep time a little coarser than clocks.
  const leftBefore = isSqlite ? Date.now() - 1000 : undefined
  try {
    const product = await open(config)
    const stopHousekeeping = keepHouse(product, product.app.log, leftBefore)
    return {
      ...product,
      close: () =>
        stopHousekeeping()
          .then(() => product.close())
          .finally(unlock),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The same on a data folder that a server may be using: doesn't take the folder, and clears nothing away in it. */
export async function openBeside(config: Config): Promise<Product> {
  await mkdir(config.dataDir, { recursive: true })
  return open(config)
}

async function open(config: Config): Promise<Product> {
  const db = openDatabase({ url: config.databaseUrl, file: join(config.dataDir, 'moviebox.sqlite') })
  try {
    await migrate(db)
    const media = await localMedia(config.dataDir)
    const firstUser = await createFirstUser(db, config)
    const app = await buildApp({ db, media, webFolder: join(import.meta.dirname, '..', 'dist'), config })
    return {
      app,
      db,
      media,
      firstUser,
      async close() {
        await app.close()
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}
