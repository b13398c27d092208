import { newId } from '#server/db/ids.ts'
import type { BookingRow, RecordTables, Transaction } from '#server/db/schema.ts'
import { rebuildIndex } from '#server/records/rebuild-index.ts'
import type { TestApp } from './app.ts'

type Database = Pick<TestApp, 'db'>

/** Stores movies with these titles, without their search index. */
export async function manyMovies({ db }: Database, titles: readonly string[], genre = 'Drama'): Promise<void> {
  for (const from of steps(titles.length)) {
    const rows = titles.slice(from, from + step).map((title) => movie(title, genre))
    await db.insertInto('movies').values(rows).execute()
  }
}

/** Stores so many bookings with their search index in one transaction. `more` returns the columns that differ from those of the usual booking. */
export async function manyBookings({ db }: Database, count: number, more: (at: number) => Partial<BookingRow>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await insertBookings(trx, count, more)
    await rebuildIndex(trx)
  })
}

/** Stores a chain of so many bookings and movies, all of which the search for one letter finds. */
export async function bigChain({ db }: Database, count = 20_000): Promise<void> {
  const genres = ['Drama', 'Horror']
  await db.transaction().execute(async (trx) => {
    await insertBookings(trx, count, (at) => ({
      fullName: `House Guest ${at % 977}`,
      date: new Date(Date.UTC(2025, 0, 1 + (at % 700))).toISOString().slice(0, 10),
      status: at % 3,
      branchName: `Branch ${at % 12}`,
      promoCode: at % 4 === 0 ? `CODE${at}` : '',
      ...phone(`0664 9${String(at).padStart(6, '0')}`),
    }))
    for (const from of steps(count)) {
      const rows = Array.from({ length: step }, (_, index) => movie(`House ${from + index} of horror`, genres[index % 2] ?? ''))
      await trx.insertInto('movies').values(rows).execute()
    }
    await rebuildIndex(trx)
  })
}

/** In rows. SQLite takes 32,766 values in a statement. */
const step = 1_000
const steps = (count: number) => Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)

async function insertBookings(trx: Transaction, count: number, more: (at: number) => Partial<BookingRow>) {
  for (const from of steps(count)) {
    const rows = Array.from({ length: Math.min(step, count - from) }, (_, index) => ({ ...usual, id: newId(), ...more(from + index) }))
    await trx.insertInto('bookings').values(rows).execute()
  }
}

const at = '2026-01-01T00:00:00.000Z'
const record = { version: 1, createdAt: at, updatedAt: at, deletedAt: null }
const phone = (phoneNumber: string) => ({ phoneNumber, phoneDigits: phoneNumber.replace(' ', '') })

const usual = {
  ...record,
  ...phone('0660 2'),
  branchName: 'Odeon',
  date: '2032-05-05',
  time: '20:15',
  fullName: 'Grace Many',
  phoneLinks: '[]',
  status: 1,
  promoCode: '',
  promoCodeId: null,
  discountPercentage: 10,
  branchId: null,
  note: '',
  contactedAt: null,
  contactedBy: null,
  closure: null,
}

const movie = (title: string, genre: string): RecordTables['movies'] => ({
  ...record,
  id: newId(),
  title,
  ...{ titleSort: title.toLowerCase() },
  description: 'A house by a lake holds many a horror.',
  genre,
  image: '',
  trailerUrl: 'https://example.com/',
  trailerHost: 'example.com',
  smallCover: 0,
  showFrom: '',
  showUntil: '',
})
