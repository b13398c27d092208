import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { tidyAtRest } from './resting.ts'

/** How often it was collected after each half second, some of them with work in it. */
function collections(halves: ('work' | 'rest')[]): number[] {
  mock.timers.enable({ apis: ['setInterval'] })
  let count = 0
  const stop = tidyAtRest((() => {
    count++
  }) as typeof globalThis.gc)
  try {
    return halves.map((half) => {
      const before = process.cpuUsage()
      while (half === 'work' && process.cpuUsage(before).user < 30_000);
      mock.timers.tick(500)
      return count
    })
  } finally {
    stop()
    mock.timers.reset()
  }
}

describe('what a busy time has left', () => {
  test('is collected after two seconds without work, and not again at once', () => {
    assert.deepEqual(collections(['rest', 'rest', 'rest', 'rest', 'rest', 'rest', 'rest', 'rest']), [0, 0, 0, 1, 1, 1, 1, 1])
  })

  test('waits while there is work', () => {
    assert.deepEqual(collections(['rest', 'rest', 'rest', 'work', 'rest', 'rest', 'rest', 'rest']), [0, 0, 0, 0, 0, 0, 0, 1])
  })

  test('stays where Node can’t be asked to collect it', () => {
    assert.doesNotThrow(tidyAtRest(undefined))
  })
})
