import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stretchesOf } from './words.ts'

/** 'a [c] d' for 'a c d' beside 'a b d'. */
const marked = (other: string, text: string) =>
  stretchesOf(text, other)
    .map(({ value, isNew }) => (isNew ? `[${value}]` : value))
    .join('')

for (const [script, before, after, told] of [
  ['Latin', 'He comes by ship, late.', 'He comes by night, late.', 'He comes by [night], late.'],
  ['Arabic', 'نص عربي قصير هنا', 'نص عربي طويل هنا', 'نص عربي [طويل] هنا'],
  ['Cyrillic', 'очень короткий фильм', 'очень длинный фильм', 'очень [длинный] фильм'],
  ['Greek', 'μια μικρή ταινία', 'μια μεγάλη ταινία', 'μια [μεγάλη] ταινία'],
] as const)
  test(`whole words are marked in ${script}`, () => assert.equal(marked(before, after), told))

test('lines that were added are marked, and nothing where nothing changed', () => {
  assert.equal(marked('one\ntwo', 'one\nand\ntwo'), 'one\n[and\n]two')
  assert.equal(marked('one', 'one'), 'one')
})

test('a rewritten text has no marks, and is whole', () => {
  const text = 'A railway man is refused by the army, and chases his stolen engine.'
  assert.equal(marked('Two friends find a lamp in the sea by night.', text), text)
  assert.equal(marked('19:30', '20:15'), '20:15')
  assert.equal(marked('', 'one'), 'one')
})
