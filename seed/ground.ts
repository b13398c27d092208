import type { Config } from '#server/config.ts'
import { databaseFile, prepareFolder } from '#server/data-folder.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { countLive } from '#server/database/records.ts'
import type { Database } from '#server/database/schema.ts'
import { films } from './films.ts'

/** What is in the database: nothing, the whole chain that this makes, or something that must not be mixed with it; `has` says how much. */
export type Ground = { kind: 'empty' | 'chain' | 'taken'; has: string }

const tables = {
  movies: 'movies',
  branches: 'branches',
  news: 'news',
  menus: 'menu items',
  promoCodes: 'promo codes',
  bookings: 'bookings',
} as const

/** Looks at the database without building the rest of the product. */
export async function lookAtGround(config: Config): Promise<Ground> {
  await prepareFolder(config.dataDir)
  const db = openDatabase({ url: config.databaseUrl, file: databaseFile(config.dataDir) })
  try {
    await migrate(db)
    return await groundOf(db)
  } finally {
    await db.destroy()
  }
}

export async function groundOf(db: Database): Promise<Ground> {
  const counts: string[] = []
  for (const [table, kind] of Object.entries(tables)) {
    const count = await countLive(db, table as keyof typeof tables)
    if (count > 0) counts.push(`${kind}: ${count}`)
  }
  const has = counts.join(', ')
  if (has === '') return { kind: 'empty', has }
  const movies = await db.selectFrom('movies').select('title').where('deletedAt', 'is', null).execute()
  const titles = new Set(movies.map(({ title }) => title))
  const isWhole = counts.length === Object.keys(tables).length && films.every(({ title }) => titles.has(title))
  return { kind: isWhole ? 'chain' : 'taken', has }
}
