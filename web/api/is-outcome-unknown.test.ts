import assert from 'node:assert/strict'
import { test } from 'node:test'
import '#testing/page.ts'
import { ApiError } from './call.ts'
import { isOutcomeUnknown } from './is-outcome-unknown.ts'

test('nobody knows whether a change was stored where no answer came, a proxy answered, or the server itself does not know', () => {
  for (const [error, isUnknown] of [
    [new ApiError(0), true],
    [new ApiError(502, { code: 'unknown' }), true],
    [new ApiError(503, { code: 'outcome_unknown' }), true],
    [new TypeError('a fault of the page'), true],
    [new ApiError(503, { code: 'busy' }), false],
    [new ApiError(422, { code: 'invalid' }), false],
  ] as const)
    assert.equal(isOutcomeUnknown(error), isUnknown, `${error.name} ${'code' in error && error.code}`)
})
