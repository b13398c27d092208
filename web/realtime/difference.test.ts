import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differenceOf, inPlace } from './difference.ts'

const item = (_id: string, version = 1) => ({ _id, version })
const [a, b, c] = [item('a'), item('b'), item('c')]
type Items = { _id: string; version: number }[]
const loaded = (pages: Items[], next?: string) => ({
  pages: pages.map((items) => ({ items, total: items.length, next })),
  pageParams: pages.map(() => undefined),
})

test('what is the same differs in nothing, also where it came anew', () => {
  assert.deepEqual(differenceOf(loaded([[a, b]]), loaded([[item('a'), item('b')]])), {
    changed: [],
    added: [],
    gone: [],
    moves: Number.POSITIVE_INFINITY,
  })
})

test('what changed in its place moves nothing', () => {
  const { changed, moves } = differenceOf(loaded([[a, b, c]]), loaded([[a, item('b', 2), c]]))
  assert.deepEqual([changed, moves], [['b'], Number.POSITIVE_INFINITY])
})

test('what comes moves all from there on, and what goes moves what follows it; at the end nothing is moved', () => {
  assert.deepEqual(differenceOf(loaded([[b, c]]), loaded([[a, b, c]])), { changed: [], added: ['a'], gone: [], moves: 0 })
  assert.deepEqual(differenceOf(loaded([[a, b, c]]), loaded([[a, c]])), { changed: [], added: [], gone: ['b'], moves: 1 })
  assert.equal(differenceOf(loaded([[a, b]]), loaded([[a, b, c]])).moves, Number.POSITIVE_INFINITY)
})

test('what is pushed over the end of what is loaded has not gone, and what comes in over it is not new', () => {
  const pushed = differenceOf(loaded([[b, c]], 'more'), loaded([[a, b]], 'more'))
  assert.deepEqual([pushed.added, pushed.gone], [['a'], []])
  const pulled = differenceOf(loaded([[a, b]], 'more'), loaded([[b, c]], 'more'))
  assert.deepEqual([pulled.added, pulled.gone], [[], ['a']])
  const pushedFromTheEnd = differenceOf(loaded([[b, c]]), loaded([[a, b]], 'more'))
  assert.deepEqual([pushedFromTheEnd.added, pushedFromTheEnd.gone], [['a'], []])
  const gone = differenceOf(loaded([[a, b, c]], 'more'), loaded([[a, b]]))
  assert.deepEqual([gone.added, gone.gone], [[], ['c']])
  const addedAtTheEnd = differenceOf(loaded([[a]]), loaded([[a, b]], 'more'))
  assert.deepEqual([addedAtTheEnd.added, addedAtTheEnd.gone], [['b'], []])
  const cameToTheEnd = differenceOf(loaded([[a]], 'more'), loaded([[a, b]]))
  assert.deepEqual([cameToTheEnd.added, cameToTheEnd.gone], [[], []])
})

test('in place stands what was there, as it is now, with what has gone; what has come waits', () => {
  const before = loaded([[a, b], [c]])
  const after = loaded([[item('new'), item('a', 2)], [item('c', 3)]])
  assert.deepEqual(
    inPlace(before, after).pages.map(({ items }) => items),
    [[item('a', 2), b], [item('c', 3)]],
  )
})

test('what was out of sight as it was asked for is still to be asked for, also where what has come waits', () => {
  const after = loaded([[a], [b]])
  const old = { ...after, pages: after.pages.map((page, at) => ({ ...page, isOld: at === 1 })) }
  assert.deepEqual(
    inPlace(loaded([[a], [b]]), old).pages.map(({ isOld }) => isOld),
    [false, true],
  )
})
