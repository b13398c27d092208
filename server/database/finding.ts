import * as z from 'zod/mini'
import { contract, type ResourceName } from '#contract/all.ts'
import { type Listing, titleField } from '#contract/listing.ts'
import { sortColumn, sortedFields } from '#server/lists/order.ts'
import { digitsColumn, digitsOf } from '#server/lists/phone-digits.ts'
import { sqlName, updateIndex } from '#server/lists/search-index.ts'
import { sortKey } from '#server/lists/tokenizer.ts'
import { tokensOf } from '#server/lists/tokens.ts'
import { columnsOf, fieldsOf, itemOf, type Shape } from './fields.ts'
import { imagesErased, imagesGone, keepUses } from './image-uses.ts'
import { rulesOf } from './kinds.ts'
import type { RecordTables, Transaction } from './schema.ts'

type Values = Record<string, unknown>
type Row = RecordTables[ResourceName]

/** What the contract says of a resource, as far as it concerns how that is kept. People write its fields, if it has any, by `create`. */
type Said = { list: { listing: Listing }; restore: { answer: { shape: Shape } }; create?: { body?: { shape?: Shape } } }

const saidOf = (name: ResourceName) => contract[name] as unknown as Said
const fieldsWritten = (name: ResourceName): Shape => saidOf(name).create?.body?.shape ?? {}

/** What is kept beside the rows of a resource so that they can be found: tokens, sort keys, and where they use images. */
export function finding(name: ResourceName) {
  const { list, restore } = saidOf(name)
  const { listing } = list
  const fields = fieldsWritten(name)
  const rules = rulesOf(fields)
  const requirements = Map.groupBy(rules, ({ rule }) => rule.require)
  const phones = rules.filter(({ rule }) => rule.isPhone).map(({ field }) => field)
  const pictures = rules.filter(({ rule }) => rule.isImage)
  const columns = fieldsOf(fields)
  const pictureColumns = columns.filter(([name]) => pictures.some(({ field }) => field === name))
  const texts = listing.search.filter((field) => !phones.includes(field))
  const sorted = sortedFields(listing)
  const left = leftOut(fields)
  const { shape } = restore.answer
  const stored = fieldsOf(shape).filter(([field]) => field in fields)
  const storedPictures = stored.filter(([field]) => pictures.some((picture) => picture.field === field))
  const table = sqlName(name)

  const valuesIn = (row: Row): Values => itemOf(stored, row)

  const rowTokens = (row: Row): string[] =>
    tokensOf(listing, {
      texts: textsIn(row, texts),
      digits: digitsIn(row, phones),
      values: row as unknown as Values,
      isDeleted: row.deletedAt !== null,
    })

  /** The texts of the fields with such rules, each under the name of its place. */
  function placesIn(values: Values, wanted = rules): [field: string, text: string][] {
    const places: [string, string][] = []
    for (const { field, rule } of wanted) places.push(...rule.textsIn(field, values[field]))
    return places
  }

  const picturesWithout = (values: Values, gone: Set<string>): Values =>
    Object.fromEntries(pictures.map(({ field }) => [field, withoutThose(values[field], gone)]))

  function usesIn(row: Row) {
    const [title = ''] = textsIn(row, [titleField(listing)])
    const shown = row.deletedAt === null && storedPictures.length > 0 ? placesIn(itemOf(storedPictures, row), pictures) : []
    const urls = shown.map(([, url]) => url).filter(Boolean)
    return { title, urls: urls.length > 1 ? [...new Set(urls)] : urls }
  }

  /** The columns of pictures of what comes back from the trash, without the images that were taken away for good meanwhile. */
  async function columnsRestored(trx: Transaction, trashed: Row): Promise<Values> {
    const values = valuesIn(trashed)
    const shown = placesIn(values, pictures).map(([, url]) => url)
    const erased = await imagesErased(
      trx,
      shown.filter((url) => url !== ''),
    )
    return erased.size === 0 ? {} : columnsOf(pictureColumns, picturesWithout(values, erased))
  }

  return {
    /** The columns of a validated input. Refuses (422) images that aren't in the gallery and branches that aren't there, unless `current` has them already. */
    async columnsFor(trx: Transaction, input: Values, current: Row | undefined): Promise<Values> {
      const before = current ? valuesIn(current) : undefined
      for (const [require, those] of requirements) {
        const kept = before ? placesIn(before, those).map(([, text]) => text) : []
        await require?.(trx, Object.fromEntries(placesIn(input, those)), kept)
      }
      return columnsOf(columns, input)
    },

    /**
     * An earlier version with all fields that can be sent: one that came later holds what it does where a caller leaves it out. Its texts get the
     * form of now.
     */
    whole: (version: Values): Values => inForm(fields, { ...left, ...version }),

    /** The columns of an earlier version of `current`, without the images that have left the gallery since, unless it shows them still. */
    async columnsOfVersion(trx: Transaction, version: Values, current: Row): Promise<Values> {
      const shows = current.deletedAt === null ? current : { ...current, ...(await columnsRestored(trx, current)) }
      const kept = placesIn(valuesIn(shows), pictures).map(([, url]) => url)
      const shown = placesIn(version, pictures).map(([, url]) => url)
      const gone = await imagesGone(
        trx,
        shown.filter((url) => url !== '' && !kept.includes(url)),
      )
      return columnsOf(columns, { ...version, ...picturesWithout(version, gone) })
    },

    columnsRestored,

    /** The tokens that the search index has of a row. */
    tokensOf: rowTokens,
    usesIn,

    /** The digits of the phone numbers of a row, as a column; `undefined` where the resource has none. */
    digits: phones[0] === undefined ? undefined : digitsColumn(name, phones[0]),

    sortColumns: (row: Row) => Object.fromEntries(sorted.map((field) => [sortColumn(field), sortKey(textsIn(row, [field])[0] ?? '')])),

    /** Keeps all of it for `row`, which has these tokens, in place of what was kept for it as it was `before`. */
    async keepFindable(trx: Transaction, row: Row, tokens: readonly string[], before: Row | undefined): Promise<void> {
      await updateIndex(trx, table, row.id, tokens, before && rowTokens(before))
      const [uses, had] = [usesIn(row), before ? usesIn(before) : { title: '', urls: [] }]
      if ((uses.urls.length > 0 || had.urls.length > 0) && !isSame(uses, had))
        await keepUses(trx, { resource: name, recordId: row.id, ...uses }, had.urls)
    },
  }
}

const textsIn = (row: Row, names: readonly string[]) => names.map((name) => String((row as unknown as Record<string, unknown>)[name] ?? ''))

/** The digits of a row's phone numbers: as its column has them, or else as they were typed. */
const digitsIn = (row: Row & { phoneDigits?: string }, phones: readonly string[]): string[] =>
  row.phoneDigits === undefined ? textsIn(row, phones).flatMap(digitsOf) : row.phoneDigits.split(' ')

const leftOut = (fields: Shape): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { def } = (field as z.core.$ZodTypes)._zod
      return def.type === 'default' ? [[name, def.defaultValue]] : []
    }),
  )

/** What a field would not take today stays as it was. */
const inForm = (fields: Shape, values: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { data, success } = z.safeParse(field, values[name])
      return success ? [[name, data]] : []
    }),
  ),
})

const withoutThose = (value: unknown, gone: Set<string>) =>
  Array.isArray(value) ? value.filter((url) => !gone.has(url)) : gone.has(String(value)) ? '' : value

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
