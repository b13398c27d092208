import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { imports } from '#contract/imports.ts'
import type { TestApp, Who } from './app.ts'

export type ImportedCollection = keyof typeof imports

/** The outcome of a row with all its possible parts. */
export type ImportOutcome = {
  outcome: 'new' | 'changed' | 'unchanged' | 'faulty' | 'stale'
  _id?: string
  version?: number
  from?: number
  before?: Record<string, unknown>
  fields?: Record<string, unknown>
  errors?: Record<string, string>
  current?: { _id: string; version: number } | null
  error?: string
}

/** Imports rows with a batch of their own, unless `more` names one. Returns the outcomes. */
export async function importRows(
  app: Pick<TestApp, 'call'>,
  collection: ImportedCollection,
  rows: readonly object[],
  more: object = {},
  as: Who = 'staff',
): Promise<ImportOutcome[]> {
  const { status, body } = await app.call('POST', imports[collection].import.path, as, { batch: randomUUID(), rows, ...more })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** A record that an import has written: see `contract/imports.ts`. */
export type ImportedRecord = { _id: string; version: number; before: number | null }

/** Returns the records that the caller has imported with a batch. */
export async function imported(
  app: Pick<TestApp, 'call'>,
  collection: ImportedCollection,
  batch: string,
  as: Who = 'staff',
): Promise<ImportedRecord[]> {
  const { status, body } = await app.call('GET', imports[collection].imported.path.replace(':batch', batch), as)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

export const ofFields = (...rows: Record<string, string>[]) => rows.map((fields) => ({ fields }))
export const outcomesOf = (outcomes: readonly ImportOutcome[]) => outcomes.map(({ outcome }) => outcome)
