import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeLimits } from './time-limits.ts'

test('the server gives up before the browser does, with time left for its answer to arrive', () => {
  for (const { server, browser } of Object.values(timeLimits)) assert.ok(server + 2_000 <= browser)
})
