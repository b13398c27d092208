import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { goingWith, merge } from './merge.ts'
import { mergeLists } from './merge-lists.ts'

type Film = { title: string; genre: string; year: number | null; paused: boolean }
const film: Film = { title: 'Nosferatu', genre: 'Horror', year: 1922, paused: false }
const merged = (mine: Partial<Film>, theirs: Partial<Film>) =>
  merge({ base: film, mine: { ...film, ...mine }, theirs: { ...film, ...theirs } })

describe('two people change one record', () => {
  test('what only one of them changed is merged by itself, and it is told what came from the other', () => {
    assert.deepEqual(merged({ title: 'Nosferatu, 1922' }, { genre: 'Drama', year: null }), {
      values: { ...film, title: 'Nosferatu, 1922', genre: 'Drama', year: null },
      taken: ['genre', 'year'],
      contested: [],
    })
  })

  test('every combination of who changed what comes to one value, or is a contradiction', () => {
    const changes = [
      // mine, theirs, what becomes of it, whether that is theirs, whether it is contested
      ['a', 'a', 'a', false, false],
      ['b', 'a', 'b', false, false],
      ['a', 'b', 'b', true, false],
      ['b', 'b', 'b', false, false],
      ['b', 'c', 'b', false, true],
    ] as const
    for (const [one, other, value, isTheirs, isContested] of changes)
      for (const [wrap, kind] of [
        [(letter: string) => letter, 'a text'],
        [(letter: string) => (letter === 'a' ? '' : letter), 'an empty text'],
        [(letter: string) => letter.charCodeAt(0), 'a number'],
        [(letter: string) => (letter === 'a' ? null : letter.charCodeAt(0)), 'none'],
      ] as const) {
        const result = merge({ base: { field: wrap('a') }, mine: { field: wrap(one) }, theirs: { field: wrap(other) } })
        const expected = { values: { field: wrap(value) }, taken: isTheirs ? ['field'] : [], contested: isContested ? ['field'] : [] }
        assert.deepEqual(result, expected, `${kind}: mine ${one}, theirs ${other}`)
      }
  })

  test('what both changed, each to something else, stays as it was typed until somebody chooses', () => {
    const { values, contested } = merged({ title: 'Mine', paused: true }, { title: 'Theirs', paused: true })
    assert.deepEqual([values, contested], [{ ...film, title: 'Mine', paused: true }, ['title']])
  })

  test('what is stored besides the fields of the form is left out', () => {
    const stored = { ...film, _id: 'x', version: 2, uses: 3 }
    assert.deepEqual(merge({ base: stored, mine: film, theirs: { ...stored, version: 3, uses: 4 } as Film }).values, film)
  })

  test('a field that the record did not have yet counts as changed by whoever filled it in', () => {
    const { year: _, ...older } = film
    assert.deepEqual(merge<Film>({ base: older, mine: film, theirs: { ...film, year: 1921 } }).contested, ['year'])
    assert.deepEqual(merge<Film>({ base: older, mine: film, theirs: film }).contested, [])
  })

  test('where nobody knows what both began with, every difference is a contradiction, lists as well', () => {
    const mine = { title: 'A', genre: 'Horror', gallery: ['1', '2'] }
    const theirs = { title: 'B', genre: 'Horror', gallery: ['1'] }
    assert.deepEqual(merge({ base: undefined, mine, theirs }), { values: mine, taken: [], contested: ['title', 'gallery'] })
  })

  test('neither of the three is changed by it', () => {
    const versions = { base: { list: ['1'] }, mine: { list: ['1', '2'] }, theirs: { list: ['3', '1'] } }
    const before = structuredClone(versions)
    merge(versions)
    assert.deepEqual(versions, before)
  })
})

describe('a field that goes with another', () => {
  type Priced = { code: string; discount: number; note?: string }
  const follows = { discount: 'code', note: 'code' } as const
  const base: Priced = { code: 'A', discount: 10 }
  const priced = (mine: Priced, theirs: Priced) => merge({ base, mine, theirs }, follows)

  test('comes from where that comes from, and is never told of or chosen', () => {
    assert.deepEqual(priced(base, { code: 'B', discount: 20 }), {
      values: { code: 'B', discount: 20, note: undefined },
      taken: ['code'],
      contested: [],
    })
    assert.deepEqual(priced({ code: 'B', discount: 20 }, base).values, { code: 'B', discount: 20 })
    assert.deepEqual(priced({ code: 'B', discount: 20, note: 'mine' }, { code: 'C', discount: 10 }), {
      values: { code: 'B', discount: 20, note: 'mine' },
      taken: [],
      contested: ['code'],
    })
  })

  test('is theirs where both say the same of the other: that is what was stored', () => {
    assert.deepEqual(priced({ code: 'B', discount: 20, note: 'mine' }, { code: 'B', discount: 25 }).values, {
      code: 'B',
      discount: 25,
      note: undefined,
    })
  })

  test('is chosen with it', () => {
    assert.deepEqual(goingWith<Priced>('code', follows), ['code', 'discount', 'note'])
    assert.deepEqual(goingWith<Priced>('note', follows), ['note'])
  })
})

describe('a list of pictures', () => {
  /** Each letter is a picture. */
  const lists = (base: string, mine: string, theirs: string) => mergeLists([...base], [...mine], [...theirs])?.join('')
  for (const [what, base, mine, theirs, both] of [
    ['takes up what both added, each where it was put', 'abc', 'abxc', 'abcy', 'abxcy'],
    ['begins with what somebody put first', 'ab', 'xab', 'aby', 'xaby'],
    ['takes up what both put first', 'ab', 'xab', 'yab', 'xyab'],
    ['has what both added once', 'a', 'ax', 'ax', 'ax'],
    ['loses what either took out', 'abcd', 'acd', 'abd', 'ad'],
    ['loses what one took out and the other moved', 'abc', 'ab', 'cab', 'ab'],
    ['goes in the order of the one who moved something', 'abcd', 'dcba', 'abxcd', 'dcbxa'],
    ['goes in the order that both gave it', 'abc', 'cbax', 'cbay', 'cbaxy'],
    ['keeps what was added behind something that the other took out', 'abc', 'abxc', 'ac', 'axc'],
    ['can be emptied', 'ab', '', 'ab', ''],
    ['can be filled by both', '', 'ab', 'c', 'abc'],
  ] as const)
    test(what, () => assert.equal(lists(base, mine, theirs), both))

  test('is a contradiction where both moved something, each otherwise', () => {
    assert.equal(lists('abc', 'bac', 'acb'), undefined)
    assert.deepEqual(
      merge({ base: { list: ['a', 'b', 'c'] }, mine: { list: ['b', 'a', 'c'] }, theirs: { list: ['a', 'c', 'b'] } }).contested,
      ['list'],
    )
  })

  test('is told of where something of theirs came into it, and only then', () => {
    const of = (mine: string[], theirs: string[]) => merge({ base: { list: ['a', 'b'] }, mine: { list: mine }, theirs: { list: theirs } })
    assert.deepEqual(of(['a', 'b', 'x'], ['a', 'b', 'y']).taken, ['list'])
    assert.deepEqual(of(['a'], ['a', 'b', 'y']).values, { list: ['a', 'y'] })
    assert.deepEqual(of(['x'], ['a']), { values: { list: ['x'] }, taken: [], contested: [] })
  })

  test('whatever two people do to it: nothing that one added is lost, and nothing that one took out is back', () => {
    const all = arrangements(['a', 'b', 'c'])
    const mineOnes = all.flatMap((list) => [list, [...list, 'x'], ['x', ...list]])
    const theirOnes = all.flatMap((list) => [list, [...list, 'y'], ['y', ...list]])
    let joined = 0
    for (const mine of mineOnes)
      for (const theirs of theirOnes) {
        const both = mergeLists(['a', 'b', 'c'], mine, theirs)
        if (!both) continue
        joined += 1
        const wanted = ['a', 'b', 'c', 'x', 'y'].filter((each) => isWanted(each, mine, theirs))
        assert.deepEqual([...both].sort(), wanted, `${mine} and ${theirs} came to ${both}`)
      }
    assert.ok(joined > 1000, 'hardly any two could be joined')
  })

  const isWanted = (each: string, mine: string[], theirs: string[]) =>
    ['a', 'b', 'c'].includes(each) ? mine.includes(each) && theirs.includes(each) : mine.includes(each) || theirs.includes(each)

  test('is nothing else', () => {
    assert.equal(mergeLists('a', 'b', 'c'), undefined)
    assert.equal(mergeLists([1], [2], [3]), undefined)
    assert.equal(mergeLists(undefined, ['a'], ['b']), undefined)
  })
})

/** Every selection of `items`, in every order. */
function arrangements(items: string[]): string[][] {
  return [[], ...items.flatMap((item) => arrangements(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))]
}
