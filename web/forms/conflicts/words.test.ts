import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stretchesOf } from './words.ts'

/** 'a [-b][+c] d' for 'a b d' that became 'a c d'. */
const marked = (before: string, after: string) =>
  stretchesOf(before, after)
    .map(({ value, added, removed }) => (added ? `[+${value}]` : removed ? `[-${value}]` : value))
    .join('')

for (const [script, before, after, told] of [
  ['Latin', 'He comes by ship, late.', 'He comes by night, late.', 'He comes by [-ship][+night], late.'],
  ['Arabic', 'نص عربي قصير هنا', 'نص عربي طويل هنا', 'نص عربي [-قصير][+طويل] هنا'],
  ['Cyrillic', 'короткий фильм', 'длинный фильм', '[-короткий][+длинный] фильм'],
  ['Greek', 'μια μικρή ταινία', 'μια μεγάλη ταινία', 'μια [-μικρή][+μεγάλη] ταινία'],
] as const)
  test(`whole words are marked in ${script}`, () => assert.equal(marked(before, after), told))

test('lines that were added are marked, and nothing where nothing changed', () => {
  assert.equal(marked('one\ntwo', 'one\nand\ntwo'), 'one\n[+and\n]two')
  assert.equal(marked('one', 'one'), 'one')
  assert.equal(marked('', 'one'), '[+one]')
})
