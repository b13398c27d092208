import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { contract } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { staleWith } from '#contract/refused.ts'
import { answerWriter } from './answers.ts'

const written = (schema: z.ZodMiniType, answer: unknown) => JSON.parse(answerWriter({ schema })(answer))

test('what no contract names is left out at every depth', () => {
  const film = z.object({
    title: z.string(),
    cast: z.array(z.object({ name: z.string() })),
    trailer: z.optional(z.nullable(z.object({ url: z.string() }))),
  })
  const more = { title: 'Nosferatu', cast: [{ name: 'Max', phone: '1' }], trailer: { url: 'x', key: 's' }, secret: 's' }
  assert.deepEqual(written(z.array(film), [more, { ...more, trailer: null }, { title: 'M', cast: [], secret: 's' }]), [
    { title: 'Nosferatu', cast: [{ name: 'Max' }], trailer: { url: 'x' } },
    { title: 'Nosferatu', cast: [{ name: 'Max' }], trailer: null },
    { title: 'M', cast: [] },
  ])
})

test('of several shapes the one counts whose names are all there', () => {
  const either = z.array(z.union([z.object({ _id: z.string(), name: z.string() }), z.object({ name: z.string(), error: z.string() })]))
  const answers = [
    { _id: '1', name: 'a', hash: 's' },
    { name: 'b', error: 'no', path: 's' },
  ]
  assert.deepEqual(written(either, answers), [
    { _id: '1', name: 'a' },
    { name: 'b', error: 'no' },
  ])
})

test('every answer of the contract can be written, and a kind of field that nobody thought of is said, not let through', () => {
  for (const endpoints of Object.values(contract)) {
    for (const { answer } of Object.values<Endpoint>(endpoints)) {
      assert.doesNotThrow(() => answerWriter({ schema: answer })(null))
      assert.doesNotThrow(() => answerWriter({ schema: staleWith(answer) })({}))
    }
  }
  const lazy = z.lazy(() => z.object({ shown: z.string() }))
  assert.throws(() => answerWriter({ schema: z.object({ lazy }) })({}), /"lazy"/)
})
