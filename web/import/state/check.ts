/** The values of a record's fields, as the API has them. */
export type Values = Readonly<Record<string, unknown>>

/** What an import would do with a row. */
export type Check =
  | { kind: 'new'; values: Values }
  | { kind: 'changed'; _id: string; version: number; before: Values; values: Values }
  | { kind: 'unchanged'; _id: string; version: number }
  /** A sentence for each field; that of the field '' is about the whole row. */
  | { kind: 'faulty'; errors: Readonly<Record<string, string>> }

/** A value as the text of a cell. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(textOf).join('; ') : String(value)
}
