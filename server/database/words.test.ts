import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchWords } from './words.ts'

test('the words of the longest text that can be stored are found in a moment, also where a script puts no spaces', () => {
  for (const text of ['映'.repeat(20_000), '電影院長大了。'.repeat(2_800), 'ภาพยนตร์ไทยสนุก'.repeat(1_300), 'Häxan '.repeat(3_300)]) {
    const begun = performance.now()
    assert.ok(searchWords([text], []).length > 0)
    assert.ok(performance.now() - begun < 2_000, `${text.slice(0, 5)}: ${Math.round(performance.now() - begun)} ms`)
  }
})
