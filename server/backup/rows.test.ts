import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnusableArchive } from './archive.ts'
import { rowsIn } from './rows.ts'

const MB = 1024 * 1024
const rows = (lines: string[]) => [...rowsIn('a.tar', Buffer.from(lines.map((line) => `${line}\n`).join('')))]
const row = (size: number) => JSON.stringify({ id: 'a', text: 'x'.repeat(size) })

test('a part of a table may be larger than any row, and its rows are read one by one', () => {
  const read = rows(Array.from({ length: 20 }, () => row(MB)))
  assert.deepEqual([read.length, String(read.at(-1)?.text).length], [20, MB])
  assert.equal(rows([row(8 * MB - 100)]).length, 1)
  assert.throws(() => rows([row(1), row(8 * MB)]), UnusableArchive)
  assert.deepEqual(rows([]), [])
  assert.deepEqual([...rowsIn('a.tar', Buffer.from('{"id":"a"}'))], [{ id: 'a' }], 'also without the end of its last line')
})
