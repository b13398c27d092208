import * as z from 'zod/mini'
import { branches } from './branches.ts'
import type { Endpoint, Endpoints } from './endpoint.ts'
import { recordId, versionNumber } from './fields.ts'
import { menus } from './menu.ts'
import { movies } from './movies.ts'
import { news } from './news.ts'
import { promoCodes } from './promo-codes.ts'

/** The limits of an import: its rows, and the rows and bytes of one call. The limits of a call keep the wait of other writers short. */
export const importLimits = { rows: 5_000, rowsPerCall: 100, bytesPerCall: 1_048_576 } as const

const howMany = `Send 1 to ${importLimits.rowsPerCall} rows.`
const tooMany = `One import has at most ${importLimits.rows.toLocaleString('en')} rows. Split the table, and import one part after the other.`
const noText = 'Send each cell as text.'

/** The text of a cell. A text that is too long for its field makes its row faulty. */
const cell = z.optional(z.string(noText).check(z.maxLength(importLimits.bytesPerCall, noText)))

type Imported = {
  create: Pick<Endpoint, 'access'> & { path: string; body: z.ZodMiniType & { shape: Record<string, z.ZodMiniType> } }
  get: { answer: z.ZodMiniObject }
  list: { one: string }
}

/** Returns the calls that import rows of a table into a collection. `key`: the field by which rows are matched with records. */
function importsOf<const C extends Imported, const Key extends keyof C['create']['body']['shape'] & string>(
  { create, get, list: { one } }: C,
  key: Key,
) {
  const fields = Object.keys(create.body.shape)
  const names = ['_id', ...fields]
  const cells = z.strictObject(
    Object.fromEntries(names.map((name) => [name, cell])) as Record<'_id' | keyof C['create']['body']['shape'], typeof cell>,
    { error: ({ code }) => (code === 'unrecognized_keys' ? `Unknown field. Use ${names.join(', ')}.` : undefined) },
  )
  const row = z.object({
    fields: cells,
    version: z.optional(versionNumber),
    create: z.optional(z.literal(true, '"create" must be true.')),
  })
  const values = z.partial(
    z.pick(get.answer, Object.fromEntries(fields.map((name) => [name, true])) as Record<string, true>),
  ) as unknown as z.ZodMiniType<Partial<z.output<C['create']['body']>>>
  const found = { _id: recordId, version: z.int() }
  return {
    import: {
      method: 'POST',
      path: `${create.path}/imports` as `${C['create']['path']}/imports`,
      access: create.access as C['create']['access'],
      summary: `Imports up to ${importLimits.rowsPerCall} rows of a table and returns the outcome of each, in the order sent. Adds a ${one}, or changes the ${one} with the same key. A faulty row doesn't affect the others. With \`dryRun\`, only returns the outcomes.`,
      body: z
        .object({
          dryRun: z.optional(z.boolean('"dryRun" must be true or false.')),
          /** The calls of one import have the same batch: the activity shows the batch as one line. It belongs to the user who began it. */
          batch: z.optional(z.uuid('"batch" must be a UUID.')),
          /** The number of rows of the whole import. */
          total: z.optional(z.int(tooMany).check(z.gte(1, tooMany), z.lte(importLimits.rows, tooMany))),
          /** The field by which a row is matched with a record. A row without an `_id` adds a record if this is the key. */
          key: z._default(z.enum([key, '_id'], `"key" must be ${key} or _id.`), key as never),
          /**
           * A row has the text of each cell as in the file, also with the apostrophe that our own export puts before `=`. A field that is left out
           * keeps its value; an empty cell empties it. `version`: the record's version in the preview; `create`: the preview found no record.
           */
          rows: z.array(row, howMany).check(z.minLength(1, howMany), z.maxLength(importLimits.rowsPerCall, howMany)),
        })
        .check(
          z.refine(({ dryRun, batch }) => dryRun || batch !== undefined, {
            error: '"batch" is required, unless this is a dry run.',
            path: ['batch'],
          }),
        ),
      answer: z.array(
        z.union([
          /** `before` and `fields` have the fields that change; `from` is the version before. */
          z.object({ outcome: z.literal('changed'), ...found, from: z.int(), before: values, fields: values }),
          /** A sentence for each field; that of '' is about the whole row. */
          z.object({ outcome: z.literal('faulty'), errors: z.record(z.string(), z.string()) }),
          /** The record has changed since the preview: nothing is written. */
          z.object({
            outcome: z.literal('stale'),
            _id: z.optional(recordId),
            version: z.optional(z.int()),
            current: z.nullable(get.answer) as unknown as z.ZodMiniNullable<C['get']['answer']>,
            error: z.string(),
          }),
          /** A dry run has no `_id` and version. */
          z.object({ outcome: z.literal('new'), _id: z.optional(recordId), version: z.optional(z.int()), fields: values }),
          z.object({ outcome: z.literal('unchanged'), ...found }),
        ]),
      ),
      idempotent: true,
      longestBody: importLimits.bytesPerCall,
    },
    imported: {
      method: 'GET',
      path: `${create.path}/imports/:batch` as `${C['create']['path']}/imports/:batch`,
      access: 'staff',
      summary: `Lists the records that the caller has imported with this batch: the version that the import made, and the version before (\`null\`: the import added the ${one}).`,
      params: z.object({ batch: recordId }),
      answer: z.array(z.object({ ...found, before: z.nullable(z.int()) })),
    },
  } as const satisfies Endpoints
}

/** The calls by collection. They are no part of `calls.ts`, so that a browser loads them with the import only. */
export const imports = {
  movies: importsOf(movies, 'title'),
  menus: importsOf(menus, 'name'),
  branches: importsOf(branches, 'name'),
  promoCodes: importsOf(promoCodes, 'code'),
  news: importsOf(news, 'title'),
}
