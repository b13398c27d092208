import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract } from './all.ts'
import type { Endpoint } from './endpoint.ts'

/** POST endpoints that are safe to repeat: they store nothing, or the same. */
const harmless = ['/api/bookings/callers', '/api/bookings/same', '/api/login', '/api/logout', '/api/upload', '/api/validate']

test('every POST that makes something is named, so that a lost answer makes no second one', () => {
  const posts = Object.values(contract).flatMap((endpoints) => Object.values<Endpoint>(endpoints).filter(({ method }) => method === 'POST'))
  assert.deepEqual(
    posts
      .filter(({ idempotent }) => !idempotent)
      .map(({ path }) => path)
      .sort(),
    harmless,
  )
})
