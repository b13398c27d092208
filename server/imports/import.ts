import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { withSavepoint } from '#server/db/savepoint.ts'
import type { Transaction } from '#server/db/schema.ts'
import { HttpError } from '#server/errors.ts'
import type { Errors, Values } from './cells.ts'
import { byIds, byKeys, type Match } from './match.ts'
import { type Given, type ReadRow, readRows } from './rows.ts'
import type { Importer, Row, Target } from './target.ts'

/** The outcome of a row: see `contract/imports.ts`. */
export type Outcome =
  | { outcome: 'new'; _id?: string; version?: number; fields: Values }
  | { outcome: 'changed'; _id: string; version: number; from: number; before: Values; fields: Values }
  | { outcome: 'unchanged'; _id: string; version: number }
  | { outcome: 'faulty'; errors: Errors }
  | { outcome: 'stale'; _id?: string; version?: number; current: object | null; error: string }

type Call = { key: string; rows: readonly Given[] }

/** Returns the outcomes that the rows would have, and writes nothing. */
export const previewRows = (db: Transaction, target: Target, call: Call, by: Importer): Promise<Outcome[]> =>
  eachRow(db, target, call, false, async (input, current) => {
    await target.check(db, input, current, by)
    return undefined
  })

/**
 * Writes each row by the operations of the collection's own calls, and returns the outcomes in the order given. A faulty row leaves the others alone;
 * any other error fails all rows.
 */
export const importRows = (trx: Transaction, target: Target, call: Call, by: Importer): Promise<Outcome[]> =>
  eachRow(trx, target, call, true, (input, current) =>
    withSavepoint(trx, () =>
      current ? target.update(trx, { id: current.id, expected: current.version }, input, by) : target.create(trx, input, by),
    ),
  )

/** Writes or checks the input of a row. Returns what the record is then, if it is written. */
type Write = (input: Values, current: Row | undefined) => Promise<{ _id: string; version: number } | undefined>

async function eachRow(trx: Transaction, target: Target, { key, rows: given }: Call, locks: boolean, write: Write): Promise<Outcome[]> {
  const rows = await readRows(target, key, given)
  const keys = rows.map((row) => row.key).filter(Boolean)
  const matches: Map<string, Match> = key === '_id' ? await byIds(trx, target, keys, locks) : await byKeys(trx, target, keys, locks)
  const outcomes: Outcome[] = []
  for (const row of rows) {
    const resolved = (await target.resolve?.(trx, row.values)) ?? { values: row.values, errors: {} }
    const whole = { ...row, values: resolved.values, errors: { ...resolved.errors, ...row.errors } }
    outcomes.push(await outcomeOf(target, key, whole, matches.get(row.key), write))
    await nextTurn()
  }
  return outcomes
}

async function outcomeOf(target: Target, key: string, row: ReadRow, match: Match, write: Write): Promise<Outcome> {
  const { one } = target
  if (match === 'several') return faulty({ [key]: `Several ${one} records have this ${key}. Match the rows by _id instead.` })
  if (!match && row.version !== undefined) return gone(one)
  if (!match && key === '_id' && row.key !== '') return faulty({ _id: `There is no ${one} with this id.` })
  const before = match && target.inputOf(match)
  const changed = changedFields(target, row.values, before)
  if (match && changed.length === 0 && isEmpty(row.errors)) return { outcome: 'unchanged', _id: match.id, version: match.version }
  const { data, errors } = parsed(target, { ...before, ...row.values })
  if (!data || !isEmpty(row.errors)) return faulty({ ...errors, ...row.errors })
  if (match && (row.create || (row.version !== undefined && row.version !== match.version))) return stale(target, match, row.create)
  try {
    const written = await write(data, match)
    if (!match || !before) return { outcome: 'new', ...written, fields: data }
    const { _id, version } = written ?? { _id: match.id, version: match.version }
    return { outcome: 'changed', _id, version, from: match.version, before: only(before, changed), fields: only(data, changed) }
  } catch (error) {
    return refused(target, error)
  }
}

/** The fields whose values differ from the record's in their canonical form; of a new record, all that the row has. */
function changedFields({ schema: { shape } }: Target, values: Values, before: Values | undefined): string[] {
  if (!before) return Object.keys(values)
  return Object.keys(values).filter((field) => {
    const { data } = z.safeParse(shape[field] as z.ZodMiniType, values[field])
    return data === undefined || JSON.stringify(data) !== JSON.stringify(before[field])
  })
}

function parsed({ schema }: Target, input: Values): { data?: Values; errors: Errors } {
  const { data, error } = schema.safeParse(input)
  const errors: Errors = {}
  // A message about an entry of a list is about its field.
  for (const { path, message } of error?.issues ?? []) errors[String(path[0] ?? '')] ??= message
  return error ? { errors } : { data: data as Values, errors }
}

const isEmpty = (errors: Errors) => Object.keys(errors).length === 0
const only = (values: Values, fields: readonly string[]): Values => Object.fromEntries(fields.map((field) => [field, values[field]]))
const faulty = (errors: Errors): Outcome => ({ outcome: 'faulty', errors })

const gone = (one: string): Outcome => ({
  outcome: 'stale',
  current: null,
  error: `This ${one} has been deleted or renamed by another user since the preview.`,
})

function stale({ one, key, present }: Target, row: Row, isNew: true | undefined): Outcome {
  const error = isNew
    ? `Another user has added a ${one} with this ${key} since the preview.`
    : `This ${one} has been changed by another user since the preview.`
  return { outcome: 'stale', _id: row.id, version: row.version, current: present(row), error }
}

/** Returns the outcome of a row that the collection's rules refuse. */
function refused({ one }: Target, error: unknown): Outcome {
  if (!(error instanceof HttpError)) throw error
  const { status, message, details } = error
  const current = details.current as { _id: string; version: number } | undefined
  if (status === 412 && current) return { outcome: 'stale', _id: current._id, version: current.version, current, error: message }
  if (status === 404) return gone(one)
  const fields = Object.entries(details.fields ?? {}).map(([field, sentence]) => [field.split('.')[0], sentence])
  return faulty(fields.length > 0 ? Object.fromEntries(fields) : { '': message })
}
