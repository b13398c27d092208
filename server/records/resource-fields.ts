import * as z from 'zod/mini'
import { contract, type ResourceName } from '#contract/all.ts'
import { type Listing, titleField } from '#contract/listing.ts'
import type { RecordTables, Transaction } from '#server/db/schema.ts'
import { sortColumn, sortedFields } from '#server/lists/order.ts'
import { digitsColumn, digitsOf } from '#server/lists/phone-digits.ts'
import { sqlName, updateIndex } from '#server/lists/search-index.ts'
import { sortKey } from '#server/lists/tokenizer.ts'
import { tokensOf } from '#server/lists/tokens.ts'
import { rulesOf } from './field-rules.ts'
import { columnsOf, fieldsOf, itemOf, type Shape } from './fields.ts'
import { imagesErased, imagesGone, keepUses } from './image-uses.ts'

type Values = Record<string, unknown>
type Row = RecordTables[ResourceName]

/** The parts of a resource's contract that affect storage. Fields that users write come from `create`, or else from `update`. */
type Said = { list: { listing: Listing }; restore: { answer: { shape: Shape } } } & {
  [Call in 'create' | 'update']?: { body?: { shape?: Shape } }
}

const saidOf = (name: ResourceName) => contract[name] as unknown as Said
function fieldsWritten(name: ResourceName): Shape {
  const { create, update } = saidOf(name)
  return (create ?? update)?.body?.shape ?? {}
}

/** Derives the columns of a resource from its contract, and the data for finding its rows: tokens, sort keys, and image uses. */
export function resourceFields(name: ResourceName) {
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

  /** Returns the texts of the fields with these rules, each under the name of its place. */
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
    const { from, until } = listing.publicDays ?? {}
    const [showFrom = '', showUntil = ''] = [from, until].map((field) => textsIn(row, field === undefined ? [] : [field])[0])
    return { title, urls: urls.length > 1 ? [...new Set(urls)] : urls, showFrom, showUntil }
  }

  /** Returns the picture columns of a record that is restored, without images that were erased meanwhile. */
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
    /**
     * Returns the columns of a validated input. Throws a 422 for images that aren't in the gallery and branches that don't exist, unless
     * `current` already has them. An optional field that is left out keeps its value.
     */
    async columnsFor(trx: Transaction, input: Values, current: Row | undefined): Promise<Values> {
      const before = current ? valuesIn(current) : undefined
      for (const [require, those] of requirements) {
        const unchanged = before ? placesIn(before, those).map(([, text]) => text) : []
        await require?.(trx, Object.fromEntries(placesIn(input, those)), unchanged)
      }
      return columnsOf(columns, { ...left, ...before, ...given(input) })
    },

    /** Completes an earlier version with the defaults of fields that were added later, and brings its texts into today's form. */
    whole: (version: Values): Values => inForm(fields, { ...left, ...version }),

    /**
     * Returns the columns of an earlier version of `current`, without images that have left the gallery since, except those that the record
     * still shows.
     */
    async columnsOfVersion(trx: Transaction, version: Values, current: Row): Promise<Values> {
      const shows = current.deletedAt === null ? current : { ...current, ...(await columnsRestored(trx, current)) }
      const unchanged = placesIn(valuesIn(shows), pictures).map(([, url]) => url)
      const shown = placesIn(version, pictures).map(([, url]) => url)
      const gone = await imagesGone(
        trx,
        shown.filter((url) => url !== '' && !unchanged.includes(url)),
      )
      return columnsOf(columns, { ...version, ...picturesWithout(version, gone) })
    },

    columnsRestored,

    /** Returns the fields of a row as a user would send them to change nothing. */
    inputOf: (row: Row): Values => inForm(fields, { ...left, ...valuesIn(row) }),

    /** Returns the values of a row with the image at `to` in the place of the one at `from`. */
    withImageReplaced(row: Row, from: string, to: string): Values {
      const values = valuesIn(row)
      const other = (url: unknown) => (url === from ? to : url)
      const replaced = pictures.map(({ field }): [string, unknown] => {
        const value = values[field]
        return [field, Array.isArray(value) ? value.map(other) : other(value)]
      })
      return { ...values, ...Object.fromEntries(replaced) }
    },

    /** Returns the tokens of a row in the search index. */
    tokensOf: rowTokens,
    usesIn,

    /** The SQL expression for the digits of a row's phone numbers; `undefined` if the resource has none. */
    digits: phones[0] === undefined ? undefined : digitsColumn(name, phones[0]),

    sortColumns: (row: Row) => Object.fromEntries(sorted.map((field) => [sortColumn(field), sortKey(textsIn(row, [field])[0] ?? '')])),

    /** Stores the tokens and image uses of `row`, in place of those of its previous state `before`. */
    async updateDerived(trx: Transaction, row: Row, tokens: readonly string[], before: Row | undefined): Promise<void> {
      await updateIndex(trx, table, row.id, tokens, before && rowTokens(before))
      const [uses, had] = [usesIn(row), before && usesIn(before)]
      if ((uses.urls.length > 0 || had?.urls.length) && !isSame(uses, had))
        await keepUses(trx, { resource: name, recordId: row.id, ...uses }, had?.urls ?? [])
    },
  }
}

const textsIn = (row: Row, names: readonly string[]) => names.map((name) => String((row as unknown as Record<string, unknown>)[name] ?? ''))

/** Returns the digits of a row's phone numbers: from its column, or else from the typed text. */
const digitsIn = (row: Row & { phoneDigits?: string }, phones: readonly string[]): string[] =>
  row.phoneDigits === undefined ? textsIn(row, phones).flatMap(digitsOf) : row.phoneDigits.split(' ')

const given = (input: Values): Values => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

const leftOut = (fields: Shape): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { def } = (field as z.core.$ZodTypes)._zod
      if (def.type === 'optional') return [[name, (def.innerType as z.core.$ZodTypes)._zod.def.type === 'nullable' ? null : '']]
      return def.type === 'default' ? [[name, def.defaultValue]] : []
    }),
  )

/** Applies each field's current form; a value that the field would reject today stays unchanged. */
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
