import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { recordId } from '#contract/fields.ts'
import { cellText } from '#contract/table.ts'
import { comparisonKey } from '#contract/text.ts'
import { type Cells, cellReader, type Errors, isFormula, type Values } from './cells.ts'
import type { Target } from './target.ts'

/** A row as a caller sends it: see `contract/imports.ts`. */
export type Given = { fields: Cells; version?: number | undefined; create?: true | undefined }

/** A row with its values. `key`: its canonical key, or its id if rows are matched by id; '' for none. */
export type ReadRow = Pick<Given, 'version' | 'create'> & { values: Values; key: string; errors: Errors }

/** Reads the rows of a call. A row whose key an earlier row has is faulty. */
export async function readRows(target: Target, key: string, given: readonly Given[]): Promise<ReadRow[]> {
  const read = cellReader(target.schema.shape)
  const rows: ReadRow[] = []
  for (const { fields, version, create } of given) {
    const { values, errors } = read(fields)
    const named = key === '_id' ? idIn(fields) : keyIn(target, values)
    rows.push({ version, create, values, key: '', ...named, errors: { ...named.errors, ...errors } })
    // Reading texts blocks the event loop, so other requests get their turn after each row.
    await nextTurn()
  }
  return withoutRepeated(rows, key)
}

type Named = { key?: string; errors?: Errors }

function idIn({ _id: cell = '' }: Cells): Named {
  const id = cellText(cell).trim()
  if (id === '') return {}
  if (cell.startsWith('=')) return { errors: { _id: isFormula } }
  const { data, error } = recordId.safeParse(id)
  return data === undefined ? { errors: { _id: error?.issues[0]?.message ?? '' } } : { key: data.toLowerCase() }
}

function keyIn({ key, schema: { shape } }: Target, values: Values): Named {
  const type = shape[key]
  const { data, error } = z.safeParse(type as z.ZodMiniType<string>, values[key])
  return data === undefined ? { errors: { [key]: error?.issues[0]?.message ?? '' } } : { key: data }
}

function withoutRepeated(rows: readonly ReadRow[], key: string): ReadRow[] {
  const firsts = new Map<string, number>()
  return rows.map((row, at) => {
    if (row.key === '') return row
    const compared = comparisonKey(row.key)
    const first = firsts.get(compared)
    if (first === undefined) firsts.set(compared, at)
    return first === undefined
      ? row
      : { ...row, key: '', errors: { ...row.errors, [key]: `Same ${key} as row ${first + 1} of this call.` } }
  })
}
