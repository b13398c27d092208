import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Found } from './postings/find.ts'
import { enoughOf } from './walks.ts'

const found = (total: number, isExact: boolean): Found => ({
  total,
  isExact,
  blocks: new Map(),
  changed: [],
  sure: { blocks: new Map(), changed: [] },
  epoch: '',
  lines: 0,
  nextPlace: total,
})

test('where all that was found is asked for, a page is as many as it shows', () => {
  assert.equal(enoughOf(found(1_000, true), 60, 1_000), 60)
  assert.equal(enoughOf(found(1_000, false), 60, 1_000), 60)
})

test('where some of it drops out, it is looked for among as many as hold it in most cases', () => {
  const enough = enoughOf(found(10_000, false), 60, 5_000) ?? 0
  let held = 0
  for (let round = 0; round < 1_000; round++) {
    let met = 0
    for (let at = 0; at < enough; at++) met += Number(Math.random() < 0.5)
    held += Number(met >= 60)
  }
  assert.ok(held > 930 && enough < 160, `${enough} hold a page in ${held} cases of 1,000`)
})

test('where nearly all of it drops out, what is asked for is collected', () => {
  assert.equal(enoughOf(found(100_000, false), 60, 900), undefined)
  assert.equal(enoughOf(found(0, false), 60, 1), undefined)
})
