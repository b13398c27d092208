import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookings } from './bookings.ts'
import { movies } from './movies.ts'
import { cellText, tableFields, tableHead, tableLines } from './table.ts'

test('a table has the fields of the items first, then when they were made and changed, and in the trash who deleted them', () => {
  const own = ['title', 'genre', 'image', 'description', 'trailerUrl', 'showFrom', 'showUntil', 'imageAlt', 'imageFocalPoint']
  const record = ['_id', 'version', 'createdAt', 'updatedAt']
  const fields = tableFields(movies.list.answer.def.element)
  assert.deepEqual(fields.slice(0, own.length).toSorted(), own.toSorted())
  assert.deepEqual(fields.slice(own.length).toSorted(), record.toSorted())
  assert.deepEqual(
    tableFields(movies.list.answer.def.element, true).slice(own.length).toSorted(),
    [...record, 'deletedAt', 'deletedBy'].toSorted(),
  )
  assert.deepEqual(tableFields(movies.get.answer), fields)
  assert.equal(tableFields(bookings.get.answer).includes('deletedAt'), false)
})

test('a cell is quoted where a spreadsheet would read it as something else, and never is a formula', () => {
  for (const [value, cell] of [
    ['Heat', 'Heat'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    ['a\r\nb', '"a\r\nb"'],
    ['say "hi"', '"say ""hi"""'],
    [' a', '" a"'],
    ['a ', '"a "'],
    ['=1+1', "'=1+1"],
    ['+43 660', "'+43 660"],
    ['-', "'-"],
    ['@a', "'@a"],
    ['\t=1', '"\'\t=1"'],
    ["'=1", "''=1"],
    ["''@a", "'''@a"],
    ["'a", "'a"],
    ['a=1', 'a=1'],
    [-5, '-5'],
    [0, '0'],
    [true, 'true'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
    [['a', 'b'], '"a, b"'],
    [[], ''],
    [[1, 2], '"[1,2]"'],
    [{ a: 1 }, '"{""a"":1}"'],
  ] as const)
    assert.equal(tableLines([{ value }], ['value']), `${cell}\r\n`, JSON.stringify(value))
})

test('a text that an export has kept from being a formula is read as what it was', () => {
  for (const text of ['=1+1', "'=1+1", "''=1", "'", "''", "'a", "a'=1", '+43 660', '-', "'-", '@', '', 'Heat', '\t=1']) {
    const cell = tableLines([{ text }], ['text']).trimEnd().replace(/^"|"$/g, '')
    assert.equal(cellText(cell), text)
  }
})

test('a file begins with a mark that tells its encoding, and has a line for each item with the columns in their order', () => {
  assert.equal(tableHead(['a', 'b']), '\ufeffa,b\r\n')
  assert.equal(tableLines([{ a: 1, b: 2 }, { b: 4 }], ['b', 'a']), '2,1\r\n4,\r\n')
  assert.equal(tableLines([], ['a']), '')
})
