import assert from 'node:assert/strict'
import type { TestApp, Who } from './app.ts'
import { picture, stored } from './pictures.ts'
import { samples } from './samples.ts'

export type Item = { _id: string; version: number } & Record<string, unknown>
export type Outcome = { _id: string; version?: number; code?: string; error?: string; current?: Item | null }

/** The collections whose records are changed many at once, each with fields that a change can set (`sets`), and the whole update that does the same. */
const settable: Record<string, Record<string, unknown>> = {
  movies: { genre: 'Comedy' },
  images: { altText: 'A count.', decorative: false },
  news: { date: '2026-12-24' },
  'promo-codes': { paused: true },
  bookings: { status: 1 },
}
export const collections = [...samples.map(({ name }) => name), 'images'].map((name) => ({ name, sets: settable[name] }))

/** Makes a record of a collection. */
export async function made(app: TestApp, name: string): Promise<Item> {
  if (name === 'images') return { ...(await stored(app, await picture('png'))) }
  const body = await samples.find((sample) => sample.name === name)?.body(app)
  const reply = await app.call('POST', `/api/${name}`, 'staff', body)
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}

export const severalOf = async (app: TestApp, name: string, count: number): Promise<Item[]> => {
  const items: Item[] = []
  for (let n = 0; n < count; n++) items.push(await made(app, name))
  return items
}

/** Sends changes and returns their outcomes. */
export async function change(
  app: TestApp,
  name: string,
  changes: readonly object[],
  as: Who = 'staff',
  headers: Record<string, string> = {},
): Promise<Outcome[]> {
  const { status, body } = await app.call('POST', `/api/${name}/changes`, as, { changes }, headers)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** The version or the code of each outcome. */
export const told = (outcomes: readonly Outcome[]) => outcomes.map(({ version, code }) => version ?? code)
