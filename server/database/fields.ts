import type * as z from 'zod/mini'
import { contract, type ItemOf, type ResourceName } from '#contract/all.ts'
import type { RecordColumns, RecordTables } from './schema.ts'

export type Shape = Record<string, z.core.$ZodType>
type Values = Record<string, unknown>

/** The columns that every item shows. */
export const stamp = (row: RecordColumns) => ({ _id: row.id, version: row.version, createdAt: row.createdAt, updatedAt: row.updatedAt })

/** The columns of `values`, for the fields that `shape` names: lists as JSON, yes and no as 1 and 0. */
export function columnsOf(shape: Shape, values: Values): Values {
  return mapFields(shape, (name) => {
    const value = values[name]
    if (Array.isArray(value)) return JSON.stringify(value)
    return typeof value === 'boolean' ? Number(value) : value
  })
}

/** The item of a row, with the fields that its `shape` names besides the stamp. */
export function itemOf(shape: Shape, row: RecordColumns): Values {
  const values = row as unknown as Values
  return {
    ...mapFields(shape, (name, type) => {
      if (type === 'array') return JSON.parse(String(values[name]))
      return type === 'boolean' ? values[name] === 1 : values[name]
    }),
    ...stamp(row),
  }
}

/** Makes an item of a row of this resource: the fields that its contract shows, as they are stored. */
export function presenter<Name extends ResourceName>(name: Name): (row: RecordTables[Name]) => ItemOf<Name> {
  const { shape } = contract[name].restore.answer as unknown as { shape: Shape }
  return (row) => itemOf(shape, row) as ItemOf<Name>
}

function mapFields(shape: Shape, map: (name: string, type: string) => unknown): Values {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, map(name, field._zod.def.type)]))
}
