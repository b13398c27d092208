import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { contract } from '#contract/all.ts'
import { importLimits, imports } from '#contract/imports.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { costOf, isCheap, processorTime } from '#testing/cost.ts'
import { hostileTexts } from '#testing/hostile.ts'
import { type ImportedCollection, importRows } from '#testing/imports.ts'

/** No call blocks the event loop for more than 50 milliseconds at a time, whatever its cells are. */

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

/** The CPU time of a whole call, in milliseconds: ten times that of ordinary rows of this length on a slow machine. */
const most = 5_000
/** In bytes: the limit of a call without what stands around the cells. */
const largest = importLimits.bytesPerCall - 50_000

const collections = Object.keys(imports) as ImportedCollection[]
const fieldsOf = (collection: ImportedCollection) => Object.keys(contract[collection].create.body.shape)
/** The bytes of a text in a body. */
const sizeOf = (text: string) => Buffer.byteLength(JSON.stringify(text))

async function requireCheap(collection: ImportedCollection, what: string, rows: object[]) {
  let spent = 0
  const cost = await costOf(async () => {
    const begun = processorTime()
    const outcomes = await importRows(app, collection, rows, { dryRun: true })
    assert.equal(outcomes.length, rows.length)
    spent = processorTime() - begun
  })
  assert.ok(isCheap(cost), `${what} in ${collection} costs ${JSON.stringify(cost)}`)
  assert.ok(spent < most, `${what} in ${collection} takes ${Math.round(spent)} ms`)
}

describe('a call of the longest cells is soon dealt with:', () => {
  for (const collection of collections) {
    test(`100 rows of ${collection} with every cell full`, async () => {
      const fields = fieldsOf(collection)
      for (const [what, unit] of hostileTexts(1_000, false)) {
        const length = Math.floor((1_000 * largest) / importLimits.rowsPerCall / fields.length / sizeOf(unit))
        const cells = (at: number) => fields.map((field) => [field, `${at} ${unit.repeat(20).slice(0, length)}`])
        const rows = Array.from({ length: importLimits.rowsPerCall }, (_, at) => ({ fields: Object.fromEntries(cells(at)) }))
        await requireCheap(collection, what, rows)
      }
    })

    test(`one cell of ${collection} as long as a call`, async () => {
      for (const [what, text] of hostileTexts(100_000, false).filter(([what]) => costly.includes(what))) {
        const cell = text.repeat(20).slice(0, Math.floor((100_000 * largest) / sizeOf(text)))
        for (const field of fieldsOf(collection)) await requireCheap(collection, `${what} in ${field}`, [{ fields: { [field]: cell } }])
      }
    })
  }
})

const costly = ['blanks', 'line breaks', 'one number', 'dots', 'combining marks', 'ligatures', 'tags of flags', 'Han']

test('a long list is soon dealt with, whatever separates it', async () => {
  for (const separator of [',', ';', '\n', '\r\n', ', '])
    for (const entry of ['', 'a', 'Kino', '01900000-0000-7000-8000-000000000000', `/media/${'0'.repeat(64)}/640.webp`]) {
      const cell = `${entry}${separator}`.repeat(Math.floor(largest / sizeOf(`${entry}${separator}`)))
      for (const [collection, field] of [
        ['promoCodes', 'branches'],
        ['promoCodes', 'weekdays'],
        ['news', 'gallery'],
      ] as const)
        await requireCheap(collection, `${field} of ${entry}${separator}`, [{ fields: { [field]: cell } }])
    }
})

test('as many similar titles as there can be are soon compared', async () => {
  await importRows(app, 'movies', [{ fields: film('Same') }])
  const row = await app.db.selectFrom('movies').selectAll().limit(1).executeTakeFirstOrThrow()
  const rows = Array.from({ length: 5_000 }, (_, at) => ({
    ...row,
    id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  }))
  for (let at = 0; at < rows.length; at += 500)
    await app.db
      .insertInto('movies')
      .values(rows.slice(at, at + 500).map(unindexed))
      .execute()
  const titles = Array.from({ length: 100 }, (_, at) => ({ fields: film(`Same${'!'.repeat(at)}`) }))
  await requireCheap('movies', 'similar titles', titles)
})

const film = (title: string) => ({ title, genre: 'Drama', description: 'x', trailerUrl: 'https://youtu.be/x' })
/** A row without its place in the search index. */
const unindexed = <Row extends object>(row: Row): Row => ({ ...row, searchId: isPostgres(app.db) ? undefined : null, tokens: undefined })
