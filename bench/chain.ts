import { sql } from 'kysely'
import type { ResourceName } from '#contract/all.ts'
import { today } from '#contract/dates.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { newId } from '#server/db/ids.ts'
import { pagesById } from '#server/db/pages-by-id.ts'
import type { Database, RecordTables } from '#server/db/schema.ts'
import { rebuildIndex } from '#server/records/rebuild-index.ts'
import type { Records } from '#server/records/repository.ts'
import { resourceFields } from '#server/records/resource-fields.ts'
import { resources } from '#server/resources.ts'

/** The number of records of each kind in a chain. */
export type Size = { movies: number; images: number; bookings: number }

const batch = 500
const filled = ['branches', 'images', 'movies', 'bookings'] as const
const given = 'Anna Bela Chiara Dario Émile Fatma Günther Hana Ines Jørgen Łukasz Mei Nguyễn Olu Priya'.split(' ')
const family = 'Adler Brandt Çelik Dvořák Eriksen Fischer García Huber Ivanova Jansen Kovács Lindqvist Moreau Nowak'.split(' ')
const genres = 'Drama Comedy Horror Documentary Western Animation Noir Romance Thriller Musical Fantasy Silent'.split(' ')
const syllables = 'ka lo mi ra sen tur vel zan dor fe gil hus'.split(' ')

/**
 * Fills an empty database with movies, images (without files) and bookings over twenty branches and two years, in large statements without the API.
 * The same numbers give the same records, apart from ids and times. Every branch is a "House", so a search for that word finds all bookings.
 */
export async function fill(db: Database, size: Size): Promise<void> {
  const branch = (at: number) => `${word(at * 7)} ${word(at * 13)} House`
  const start = Date.parse(today())
  await insert(db, 'branches', 20, (at) => ({
    name: branch(at),
    address: `${at} Main Street`,
    googleMapsUrl: 'https://maps.app.goo.gl/x',
    images: '[]',
  }))
  const branches = new Map((await db.selectFrom('branches').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]))
  await insert(db, 'images', size.images, (at) => ({
    name: `${word(at)}-${at}.jpg`,
    hash: hashOf(at),
    url: urlOf(at),
    width: isSmall(at) ? 320 : 640,
    height: isSmall(at) ? 480 : 960,
    bytes: 90_000,
    used: 0,
    digests: '',
  }))
  await insert(db, 'movies', size.movies, (at) => ({
    title: `${word(at * 3)} ${word(at * 5 + 1)} ${at}`,
    genre: oneOf(genres, at),
    image: at % 9 ? urlOf((at * 2) % size.images) : '',
    smallCover: at % 9 && isSmall((at * 2) % size.images) ? 1 : 0,
    description: `${word(at)} ${word(at + 1)} ${word(at + 2)}. `.repeat(8),
    trailerUrl: at % 30 ? 'https://www.youtube.com/embed/FC6jFoYm3xs' : 'https://trailers.example/nosferatu',
    trailerHost: at % 30 ? '' : 'trailers.example',
  }))
  await insert(db, 'bookings', size.bookings, (at) => ({
    branchName: branch(at % 20),
    date: new Date(start + (((at * 37) % 730) - 600) * 86_400_000).toISOString().slice(0, 10),
    time: `${14 + (at % 9)}:${at % 2 ? '30' : '00'}`,
    fullName: `${oneOf(given, at * 11)} ${oneOf(family, at * 17)} ${word(at)}`,
    phoneNumber: `+43 660 ${String((at * 7919) % 10_000_000).padStart(7, '0')}`,
    status: Math.floor(at / 7) % 3,
    branchId: branches.get(branch(at % 20)) ?? null,
    promoCodeId: null,
    promoCode: at % 10 ? '' : `CODE${at % 3000}`,
    discountPercentage: at % 10 ? 0 : 10,
  }))
  await db.transaction().execute(rebuildIndex)
  await sql`update images set used = 1 where url in (select url from image_uses)`.execute(db)
  await tidy(db)
}

/** Runs the maintenance that PostgreSQL does within minutes: without it, no query is answered from an index alone. SQLite has no such maintenance. */
export async function tidy(db: Database): Promise<void> {
  if (isPostgres(db)) await sql`vacuum analyze`.execute(db)
}

/** Adds the history entry that each record of a filled database would have if a user had created it. */
export async function fillHistory(db: Database): Promise<void> {
  for (const table of filled) {
    const page = (after: string, size: number) =>
      db
        .selectFrom(table as 'movies')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(size)
        .execute()
    const { present } = resources[table].records as Records<'movies'>
    for await (const rows of pagesById(page, batch)) {
      const lines = rows.map((row) => {
        const { id: recordId, version, createdAt: at } = row
        const made = { id: newId(), resource: table, recordId, version, action: 'create' as const, at }
        return { ...made, record: JSON.stringify(present(row)), byId: null, byName: null }
      })
      await db.insertInto('history').values(lines).execute()
    }
  }
}

type Row = RecordTables[ResourceName]

async function insert(db: Database, table: ResourceName, count: number, make: (at: number) => object) {
  const { sortColumns } = resourceFields(table)
  const at = new Date().toISOString()
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, (_, step) => {
      const row = { ...make(from + step), id: newId(), version: 1, createdAt: at, updatedAt: at, deletedAt: null } as unknown as Row
      return { ...row, ...sortColumns(row) }
    })
    await db
      .insertInto(table)
      .values(rows as never)
      .execute()
  }
}

const hashOf = (at: number) => at.toString(16).padStart(64, '0')
/** Whether an image is narrower than a cover should be. */
const isSmall = (image: number) => image % 40 === 0
const urlOf = (at: number) => `/media/${hashOf(at)}/640.webp`

const oneOf = (words: readonly string[], at: number) => words[at % words.length] ?? ''

/** Returns a word for each number, out of several thousand. */
function word(at: number): string {
  const part = (step: number) => oneOf(syllables, Math.floor(at / step))
  const text = part(1) + part(syllables.length) + part(syllables.length ** 2)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
