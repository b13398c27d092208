import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { contract } from '#contract/all.ts'
import { tableLines } from '#contract/table.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { parseCsv } from '#testing/csv.ts'
import { fieldValues, keyValue } from '#testing/import-samples.ts'
import { type ImportedCollection, type ImportOutcome, imported, importRows } from '#testing/imports.ts'
import { picture, stored } from '#testing/pictures.ts'

/** `IMPORT_SEED=…` repeats a run. */
const seed = Number(process.env.IMPORT_SEED ?? 7)
const sizes = { records: 25, runs: 4 }

type Item = { _id: string; version: number } & Record<string, unknown>
type Cells = Record<string, string>
type Edit = { at: number; field: string; value: unknown }

const keys: Record<ImportedCollection, string> = { movies: 'title', menus: 'name', branches: 'name', promoCodes: 'code', news: 'title' }

let app: TestApp
let values: ReturnType<typeof fieldValues>
before(async () => {
  app = await testApp()
  const images: string[] = []
  for (let at = 0; at < 4; at++) images.push((await stored(app, await picture('png', { width: 20 + at }))).url)
  const branches: string[] = []
  for (const name of ['Harbour', 'Kino, Ost']) {
    const { body }: { body: Item } = await app.call('POST', '/api/branches', 'staff', { name, address: 'x', googleMapsUrl: 'https://x.at' })
    branches.push(body._id)
  }
  values = fieldValues(images, branches)
})
after(() => app.close())

for (const collection of Object.keys(keys) as ImportedCollection[]) {
  const { path } = contract[collection].create
  const key = keys[collection]
  const fields = Object.keys(contract[collection].create.body.shape)

  /** Returns the table that the product exports, as the rows of an import. */
  async function exported(): Promise<Cells[]> {
    const { body } = await app.call('GET', path, 'staff', undefined, { accept: 'text/csv' })
    const [head = [], ...lines] = parseCsv(body)
    const ofField = (line: string[], field: string): [string, string] => [field, line[head.indexOf(field)] ?? '']
    return lines.map((line) => Object.fromEntries(['_id', ...fields].map((field) => ofField(line, field))))
  }

  const items = async (): Promise<Map<string, Item>> => {
    const { body }: { body: Item[] } = await app.call('GET', path, 'staff')
    return new Map(body.map((item) => [item._id, item]))
  }
  const writtenIn = ({ _id, version, updatedAt, ...rest }: Item) => JSON.stringify(rest)

  async function fill() {
    for (let at = 0; at < sizes.records; at++) {
      const record = fc.record({ [key]: keyValue(collection, at), ...(values[collection] as object) })
      // Some values are refused, such as a last day before the first one.
      for (const body of fc.sample(record, { seed: seed + at, numRuns: 20 }))
        if ((await app.call('POST', path, 'staff', body)).status === 201) break
    }
    assert.ok((await items()).size >= sizes.records)
  }

  /** Imports the rows in calls of 10, and returns the outcomes by id. */
  async function runImport(rows: Cells[], by: string, batch = randomUUID()): Promise<Map<string, ImportOutcome>> {
    const outcomes: ImportOutcome[] = []
    for (let at = 0; at < rows.length; at += 10) {
      const some = rows.slice(at, at + 10).map((row) => ({ fields: row }))
      const more = { key: by, batch }
      const preview = await importRows(app, collection, some, { ...more, dryRun: true })
      const written = await importRows(app, collection, some, more)
      assert.deepEqual(
        written.map(({ version, ...outcome }) => outcome),
        preview.map(({ version, ...outcome }) => outcome),
      )
      outcomes.push(...written)
    }
    return new Map(outcomes.map((outcome, at) => [rows[at]?._id ?? '', outcome]))
  }

  describe(`the table of ${collection} that the product exports`, () => {
    before(fill)

    for (const by of [key, '_id'])
      test(`changes nothing when it is imported by ${by}`, async () => {
        const had = await items()
        const outcomes = [...(await runImport(await exported(), by)).values()]
        assert.deepEqual(
          outcomes.filter(({ outcome }) => outcome !== 'unchanged'),
          [],
        )
        assert.equal(outcomes.length, had.size)
        assert.deepEqual(await items(), had)
      })

    test('changes just what was edited in it, and undoing that gives back every version', async (t) => {
      const total = { changed: 0, unchanged: 0, faulty: 0, new: 0, stale: 0 }
      const had = await items()
      const table = await exported()
      const ofOne = Object.entries<fc.Arbitrary<unknown>>(values[collection]).map(([field, value]) =>
        fc.record({ at: fc.nat(table.length - 1), field: fc.constant(field), value }),
      )
      const property = fc.asyncProperty(fc.array(fc.oneof(...ofOne), { maxLength: 12 }), async (edits: Edit[]) => {
        const batch = randomUUID()
        const rows = table.map((row) => ({ ...row }))
        const edited = new Map(rows.map(({ _id = '' }) => [_id, {} as Record<string, unknown>]))
        for (const { at, field, value } of edits) {
          Object.assign(rows[at] ?? {}, { [field]: cellOf(value) })
          Object.assign(edited.get(rows[at]?._id ?? '') ?? {}, { [field]: value })
        }
        try {
          const outcomes = await runImport(rows, edits.length % 2 ? key : '_id', batch)
          for (const [id, item] of await items()) {
            const { outcome = 'stale' } = outcomes.get(id) ?? {}
            total[outcome]++
            assert.ok(['changed', 'unchanged', 'faulty'].includes(outcome))
            const wanted = outcome === 'faulty' ? {} : edited.get(id)
            assert.ok(outcome === 'unchanged' || Object.keys(edited.get(id) ?? {}).length > 0)
            for (const field of fields) {
              if (wanted && field in wanted) assert.equal(normal(item[field]), normal(wanted[field]), field)
              else assert.deepEqual(item[field], had.get(id)?.[field], field)
            }
          }
        } finally {
          await undo(batch)
        }
        for (const [id, item] of await items()) assert.equal(writtenIn(item), writtenIn(had.get(id) as Item))
      })
      await fc.assert(property, { seed, numRuns: sizes.runs })
      t.diagnostic(JSON.stringify({ seed, ...total }))
      assert.ok(total.changed > total.faulty && total.changed >= sizes.runs, `much of it changed something: ${JSON.stringify(total)}`)
    })

    async function undo(batch: string) {
      const changes = (await imported(app, collection, batch)).map(({ _id, version, before }) => ({ _id, version, restore: before }))
      if (changes.length === 0) return
      const { status, body } = await app.call('POST', `${path}/changes`, 'staff', { changes })
      assert.equal(status, 200)
      assert.deepEqual(
        (body as object[]).filter((outcome) => 'error' in outcome),
        [],
      )
    }
  })
}

/** The cell that an export would have for a value. */
const cellOf = (value: unknown): string => parseCsv(tableLines([{ value }], ['value']))[0]?.[0] ?? ''

/** A value in which texts are only what all canonical forms keep, and lists are in one order. */
const normal = (value: unknown): string =>
  typeof value === 'string'
    ? value.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
    : JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
