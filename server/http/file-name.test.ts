import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bookings } from '#contract/bookings.ts'
import { chainDay } from '#server/db/clock.ts'
import { attachment, listFileName } from './file-name.ts'

const named = (query: object) => {
  const parsed = bookings.list.query.parse(query)
  return listFileName(bookings.list, parsed).replace(chainDay(), 'TODAY')
}

describe('the file name of a list', () => {
  for (const [query, name] of [
    [{}, 'bookings-TODAY'],
    [{ status: ['0', '1'], branchName: 'Kino Wien' }, 'bookings-Pending, Confirmed-Kino Wien-TODAY'],
    [{ date: '2026-11-01..2026-11-30' }, 'bookings-2026-11-01 to 2026-11-30-TODAY'],
    [{ date: ['2026-11-05', '2026-12-01..'] }, 'bookings-2026-11-05, from 2026-12-01-TODAY'],
    [{ date: '..2026-11-05', trash: '1' }, 'bookings-trash-to 2026-11-05-TODAY'],
    [{ q: 'Jürgen שירה' }, 'bookings-Jürgen שירה-TODAY'],
    [{ q: '../../etc/passwd\u0000"; a=b\r\nset-cookie: x' }, 'bookings-etc passwd ; a=b set-coo-TODAY'],
    [{ q: '\u202egnp.exe' }, 'bookings-gnp.exe-TODAY'],
    [{ q: '???' }, 'bookings-TODAY'],
    [{ q: 'x'.repeat(200) }, `bookings-${'x'.repeat(30)}-TODAY`],
    [{ q: '🎬'.repeat(40) }, `bookings-${'🎬'.repeat(30)}-TODAY`],
  ] as const)
    test(`for ${JSON.stringify(query)}`, () => assert.equal(named(query), name))
})

describe('the header of a download', () => {
  test('has a plain name as such', () => {
    assert.equal(attachment('bookings-2026-11-01.csv'), 'attachment; filename="bookings-2026-11-01.csv"')
  })

  test('has a name in other letters in both forms, which no character can leave', () => {
    const header = attachment(`Jürgen's "x"; a=b\r\nx.csv`)
    assert.match(header, /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/)
    assert.equal(decodeURIComponent(header.split("''")[1] ?? ''), `Jürgen's "x"; a=b\r\nx.csv`)
  })
})
