import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseFile } from '#server/db/data-folder.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/schema.ts'
import { createDatabase, onServer } from './app.ts'
import { startPostgres } from './postgres.ts'
import { processes, stop } from './process.ts'

export const databases = ['SQLite', 'PostgreSQL'] as const

/** A server's data, as environment variables: a data folder, and on PostgreSQL a database. */
export type Place = { DATA_DIR: string; DATABASE_URL?: string }

/** Returns places on which servers are started and killed, with a PostgreSQL server. `end` removes everything. */
export async function places() {
  const { start, launch, folder, end } = await processes()
  const postgres = await startPostgres()
  let copies = 0

  return {
    start,

    async newPlace(kind: (typeof databases)[number]): Promise<Place> {
      const DATA_DIR = join(folder, kind)
      await mkdir(DATA_DIR)
      return kind === 'SQLite' ? { DATA_DIR } : { DATA_DIR, DATABASE_URL: await createDatabase(postgres.url) }
    },

    /** Copies a place that no server has open. */
    async copyOf(place: Place): Promise<Place> {
      const name = `copy_${++copies}`
      const DATA_DIR = join(folder, name)
      await cp(place.DATA_DIR, DATA_DIR, { recursive: true })
      if (place.DATABASE_URL === undefined) return { DATA_DIR }
      const copy = new URL(place.DATABASE_URL)
      await onServer(postgres.url, `create database ${name} template ${copy.pathname.slice(1)}`)
      copy.pathname = `/${name}`
      return { DATA_DIR, DATABASE_URL: copy.href }
    },

    /** Starts a server, and ends it with `kill -9` at a random moment within `most` milliseconds. */
    async killedWithin(most: number, env: Record<string, string>): Promise<void> {
      const launched = launch(env)
      await pause(Math.random() * most)
      await stop(launched, 'SIGKILL')
    },

    async end() {
      await end()
      await postgres[Symbol.asyncDispose]()
    },
  }
}

export async function inDatabase<Result>({ DATA_DIR, DATABASE_URL: url }: Place, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase({ url, file: databaseFile(DATA_DIR) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
