import { type ResourceName, resourceNames } from '#contract/all.ts'
import { bringUpToDate } from '#server/backup/up-to-date.ts'
import type { Config } from '#server/config.ts'
import { databaseFile, prepareFolder } from '#server/db/data-folder.ts'
import { openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/schema.ts'
import { countLive } from '#server/records/repository.ts'
import { films } from './films.ts'

/** What is in the database: nothing, the whole chain that this makes, or something that must not be mixed with it; `has` says how much. */
export type ExistingData = { kind: 'empty' | 'chain' | 'taken'; has: string }

/** Whoever may sign in has entered nothing by that. Any other resource is data, also one that the chain has none of. */
const entered = resourceNames.filter((name) => name !== 'users')
const ofChain: readonly ResourceName[] = ['images', 'movies', 'branches', 'news', 'menus', 'promoCodes', 'bookings']

/** Looks at the database without building the rest of the product. */
export async function lookAtDatabase(config: Config): Promise<ExistingData> {
  await prepareFolder(config.dataDir)
  const db = openDatabase({ url: config.databaseUrl, file: databaseFile(config.dataDir) })
  try {
    await bringUpToDate(db, config)
    return await existingData(db)
  } finally {
    await db.destroy()
  }
}

export async function existingData(db: Database): Promise<ExistingData> {
  const counts = new Map<ResourceName, number>()
  for (const name of entered) {
    const count = await countLive(db, name)
    if (count > 0) counts.set(name, count)
  }
  const has = [...counts].map(([name, count]) => `${inWords(name)}: ${count}`).join(', ')
  if (has === '') return { kind: 'empty', has }
  const movies = await db.selectFrom('movies').select('title').where('deletedAt', 'is', null).execute()
  const titles = new Set(movies.map(({ title }) => title))
  const isWhole = ofChain.every((name) => counts.has(name)) && films.every(({ title }) => titles.has(title))
  return { kind: isWhole ? 'chain' : 'taken', has }
}

/** 'promo codes' */
const inWords = (name: ResourceName) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
