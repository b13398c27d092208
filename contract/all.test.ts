import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { contract, resourceNames } from './all.ts'
import * as calls from './calls.ts'
import type { Endpoint } from './endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const areEndpoints = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).length > 0 && Object.values(value).every(isEndpoint)

test('whatever a file of the contract offers as calls is part of the whole', async () => {
  const known = new Set<unknown>(Object.values(calls))
  const forgotten: string[] = []
  for (const file of globSync(`${import.meta.dirname}/*.ts`, { exclude: ['**/*.test.ts', '**/all.ts'] })) {
    const offered: Record<string, unknown> = await import(file)
    for (const [name, value] of Object.entries(offered))
      if (areEndpoints(value) && !known.has(value)) forgotten.push(`${name} of ${basename(file)}`)
  }
  assert.equal(forgotten.join(), '', 'contract/calls.ts has a line for the calls of every file')
})

test('no two calls have the same method and path', () => {
  const calls = Object.values(contract).flatMap((endpoints) =>
    Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`),
  )
  assert.ok(calls.length > 50)
  assert.deepEqual(calls, [...new Set(calls)])
})

test('a list begins in an order that it has, and is called by what it searches', () => {
  for (const name of resourceNames) {
    const { listing } = contract[name].list
    assert.ok(listing.order.replace(/^-/, '') in listing.orders, name)
    assert.ok(listing.search.length > 0, name)
  }
})

type Definition = { type: string; format?: string; checks?: { _zod: { def: { check: string } } }[] } & Record<string, unknown>
const definitionOf = (schema: unknown) => (schema as { _zod: { def: Definition } })._zod.def

/** The places of all that a caller may send without an end. */
function endless(schema: unknown, at: string): string[] {
  const def = definitionOf(schema)
  const { type, format, checks = [] } = def
  const inner = Object.entries({ ...(def.shape as object) }).flatMap(([name, field]) => endless(field, `${at}.${name}`))
  for (const part of ['element', 'innerType', 'in', 'out']) if (def[part]) inner.push(...endless(def[part], at))
  for (const option of (def.options as unknown[] | undefined) ?? []) inner.push(...endless(option, at))
  const hasEnd = format === 'uuid' || checks.some(({ _zod }) => _zod.def.check === 'max_length')
  const known = /^(object|optional|nullable|default|pipe|union|transform|enum|literal|number|boolean)$/.test(type)
  return known || (/^(string|array)$/.test(type) && hasEnd) ? inner : [`${at}: ${type}`, ...inner]
}

test('each text and each list that a caller may send has a maximum', () => {
  const all = Object.values(contract).flatMap((endpoints) => Object.values<Endpoint>(endpoints))
  const found = all.flatMap((endpoint) =>
    (['params', 'query', 'body', 'headers'] as const).flatMap((part) =>
      endpoint[part] ? endless(endpoint[part], `${endpoint.method} ${endpoint.path} ${part}`) : [],
    ),
  )
  assert.deepEqual(found, [])
  assert.deepEqual(endless(z.object({ a: z.array(z.string()) }), 'x'), ['x.a: array', 'x.a: string'], 'the test sees what has none')
})
