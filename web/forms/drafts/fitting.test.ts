import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { fitting } from './fitting.ts'

const schema = z.object({
  title: z.string().check(z.minLength(1)),
  images: z.array(z.string()),
  mostUses: z.nullable(z.number()),
  paused: z.boolean(),
})
const initial = { title: '', images: [], mostUses: null, paused: false }

test('what was typed comes back as it was, half typed or not', () => {
  const typed = { title: '', images: ['/media/a'], mostUses: 5, paused: true }
  assert.deepEqual(fitting(schema, initial, typed), typed)
  assert.deepEqual(fitting(schema, { ...typed, title: 'Faust' }, { title: '', mostUses: null }), { ...typed, title: '', mostUses: null })
})

test('of what another release has written comes back what the form has a field of its kind for', () => {
  const older = { title: 7, images: [{ url: '/media/a' }], mostUses: 'five', paused: 'yes', genre: 'Drama', toString: 'x' }
  assert.deepEqual(fitting(schema, initial, older), initial)
  assert.deepEqual(fitting(schema, initial, { images: ['/media/a', 7] }), initial, 'in part is not enough')
  assert.deepEqual(fitting(schema, initial, { title: 'Faust', genre: null }), { ...initial, title: 'Faust' })
  assert.deepEqual(fitting(schema, initial, ['Faust']), initial)
  assert.deepEqual(
    fitting(schema, initial, { mostUses: { per: 'day' }, title: null }),
    initial,
    'a number may be missing, and is nothing else',
  )
})
