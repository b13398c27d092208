import type * as z from 'zod/mini'
import { contract, type ItemOf, type ResourceName } from '#contract/all.ts'
import type { RecordColumns, RecordTables } from '#server/db/schema.ts'

export type Shape = Record<string, z.core.$ZodType>
type Values = Record<string, unknown>

/** Returns the record metadata, which every item shows. */
export const recordMetadata = (row: RecordColumns) => ({
  _id: row.id,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** The fields of a shape, each with the type of its values. */
export type Fields = readonly (readonly [name: string, kind: string])[]

export const fieldsOf = (shape: Shape): Fields => Object.entries(shape).map(([name, { _zod }]) => [name, _zod.def.type])

/** Returns the columns for these fields of `values`: lists as JSON, booleans as 1 and 0. */
export function columnsOf(fields: Fields, values: Values): Values {
  const columns: Values = {}
  for (const [name] of fields) {
    const value = values[name]
    if (Array.isArray(value)) columns[name] = JSON.stringify(value)
    else columns[name] = typeof value === 'boolean' ? Number(value) : value
  }
  return columns
}

/** Returns the item of a row: these fields and the record metadata. */
export function itemOf(fields: Fields, row: RecordColumns): Values {
  const values = row as unknown as Values
  const item: Values = {}
  for (const [name, kind] of fields) {
    if (kind === 'array') item[name] = JSON.parse(String(values[name]))
    else item[name] = kind === 'boolean' ? values[name] === 1 : values[name]
  }
  return Object.assign(item, recordMetadata(row))
}

/** Returns a function that converts a row of this resource into an item with the fields that its contract shows. */
export function presenter<Name extends ResourceName>(name: Name): (row: RecordTables[Name]) => ItemOf<Name> {
  const { shape } = contract[name].restore.answer as unknown as { shape: Shape }
  const fields = fieldsOf(shape)
  return (row) => itemOf(fields, row) as ItemOf<Name>
}
