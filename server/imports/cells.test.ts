import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { cellReader } from './cells.ts'

const shapes = { ...movies.create.body.shape, ...news.create.body.shape, ...promoCodes.create.body.shape }
const read = cellReader(shapes)

/** The value that a cell of this field has, or the sentence about it. */
const valueIn = (field: string, cell: string) => {
  const { values, errors } = read({ [field]: cell })
  return field in errors ? errors[field] : values[field]
}

const readings: Record<string, [cell: string, value: unknown][]> = {
  date: [
    ['2026-12-31', '2026-12-31'],
    ['2026-2-3', '2026-02-03'],
    ['2026/02/03', '2026-02-03'],
    ['2026-12-31T19:30:00.000Z', '2026-12-31'],
    ['2026-12-31 00:00:00', '2026-12-31'],
    ['31.12.2026', '2026-12-31'],
    ['3. 2. 2026', '2026-02-03'],
    ['31.12.2026 19:30', '2026-12-31'],
    [' 31.12.2026 ', '2026-12-31'],
    ['31/12/2026', '2026-12-31'],
    ['12/31/2026', '2026-12-31'],
    ['5/5/2026', '2026-05-05'],
    ['3/4/2026', 'This date can be read in two ways. Write 2026-04-03 or 2026-03-04.'],
    ['46387', '2026-12-31'],
    ['46387.8125', '2026-12-31'],
    ['36526', '2000-01-01'],
    // These are left to the contract, which refuses them.
    ['2026', '2026'],
    ['31.12.26', '31.12.26'],
    ['30.02.2026', '2026-02-30'],
    ['tomorrow', 'tomorrow'],
    ['', ''],
  ],
  showFrom: [
    ['31.12.2026', '2026-12-31'],
    ['', ''],
  ],
  percentage: [
    ['20', 20],
    ['20 %', 20],
    ['20%', 20],
    ['20.0', 20],
    ['12,5', 12.5],
    ['-5', -5],
    ['', undefined],
    ['a fifth', 'a fifth'],
  ],
  mostUses: [
    ['1,000', 1000],
    ['1.000', 1000],
    ['1 000 000', 1_000_000],
    ["1'000", 1000],
    ['', null],
    ['1e3', '1e3'],
    ['0x10', '0x10'],
  ],
  paused: [
    ...['yes', 'YES', 'ja', 'true', 'TRUE', '1', ' x ', 'wahr'].map((cell): [string, boolean] => [cell, true]),
    ...['no', 'nein', 'false', '0', 'Falsch'].map((cell): [string, boolean] => [cell, false]),
    ['', undefined],
    ['maybe', 'maybe'],
  ],
  weekdays: [
    ['Monday, Friday', ['Monday', 'Friday']],
    ['monday;FRIDAY', ['Monday', 'Friday']],
    ['Monday\r\nFriday\n', ['Monday', 'Friday']],
    ['Someday', ['Someday']],
    ['', []],
  ],
  gallery: [
    ['/media/a/1.webp, /media/b/1.webp', ['/media/a/1.webp', '/media/b/1.webp']],
    ['a,b; c', ['a,b', 'c']],
    [',', []],
    ['x;'.repeat(1_001), 'A list has at most 1,000 entries.'],
  ],
  title: [
    [' Heat ', ' Heat '],
    ["'=1+1", '=1+1'],
    ["''=1+1", "'=1+1"],
    ["'Til Tomorrow", "'Til Tomorrow"],
    ['- The End -', '- The End -'],
    ['=A1', 'This cell is a formula. Enter the value of the formula.'],
  ],
}

for (const [field, cells] of Object.entries(readings))
  describe(`a cell of ${field}`, () => {
    for (const [cell, value] of cells)
      test(`"${cell.slice(0, 30).replace(/\s/g, ' ')}" is ${JSON.stringify(value)}`, () => assert.deepEqual(valueIn(field, cell), value))
  })

test('a cell that is missing has no value, and a formula is one in every field', () => {
  assert.deepEqual(read({}), { values: {}, errors: {} })
  for (const field of Object.keys(shapes)) assert.match(String(valueIn(field, '=SUM(A1:A9)')), /is a formula/, field)
})
