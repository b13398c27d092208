import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addKept,
  blockSize,
  bytesOf,
  commonIn,
  countCommon,
  countIn,
  countKept,
  drop,
  emptyBlock,
  has,
  type Kept,
  keepCommon,
  keptFrom,
  keptOf,
  numbersIn,
  put,
} from './bitmaps.ts'

const every = (step: number, count: number) => Array.from({ length: count }, (_, at) => at * step)
/** As a database hands it over: somewhere in a larger piece of memory. */
const handedOver = (kept: Kept) => keptFrom(new Uint8Array([7, ...bytesOf(kept)]).subarray(1))

function blockOf(...sets: number[][]) {
  const block = emptyBlock()
  for (const numbers of sets) {
    const one = emptyBlock()
    for (const number of numbers) put(one, number)
    addKept(block, handedOver(keptOf(one)))
  }
  return block
}

describe('a set of numbers', () => {
  for (const numbers of [[], [0], [31, 32, blockSize - 1], every(16, 1_023), every(16, 1_024), every(1, blockSize)]) {
    test(`of ${numbers.length} comes back as it was kept, and takes no more than 2 kB`, () => {
      const block = blockOf(numbers)
      assert.deepEqual([numbersIn(block), countIn(block), countKept(handedOver(keptOf(block)))], [numbers, numbers.length, numbers.length])
      assert.ok(keptOf(block).byteLength <= Math.min(numbers.length * 2, blockSize / 8))
    })
  }

  test('takes a number, and lets one go', () => {
    const block = blockOf([5, 9, 64])
    put(block, 40)
    drop(block, 9)
    assert.deepEqual(
      [5, 9, 40, 41, 64].map((number) => has(block, number)),
      [true, false, true, false, true],
    )
  })

  test('has in common with another what both have, and together with it what either has', () => {
    const common = blockOf(every(2, 8_000))
    for (const count of [2_000, 1_000]) keepCommon(common, handedOver(keptOf(blockOf(every(3, count)))))
    assert.deepEqual(numbersIn(common), every(6, 500))
    for (const numbers of [every(3, 10), every(3, 5_000)]) {
      const kept = handedOver(keptOf(blockOf(numbers)))
      const both = numbers.filter((number) => number % 2 === 0 && number < 3_000)
      assert.deepEqual([commonIn(common, kept), countCommon(common, kept)], [both, both.length])
    }
    assert.equal(countIn(blockOf(every(2, 8_000), every(3, 1_000))), 8_500)
  })
})
