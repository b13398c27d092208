import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choose, type FieldConflicts, followed, undecided } from './field-conflicts.ts'

type Film = { title: string; genre: string; gallery: string[] }
const mine: Film = { title: 'Mine', genre: 'Mystery', gallery: ['b', 'a'] }
const theirs: Film = { title: 'Theirs', genre: 'Drama', gallery: ['c', 'b', 'a'] }
const open: FieldConflicts<Film> = { names: ['title', 'gallery'], by: ['anna'], mine, theirs, chosen: {} }

test('nothing is chosen by itself, and each field is asked for in turn', () => {
  assert.equal(undecided(open), 'title')
  assert.equal(undecided(choose(open, 'title', 'theirs')), 'gallery')
  assert.equal(undecided(choose(choose(open, 'title', 'theirs'), 'gallery', 'mine')), undefined)
})

test('what shows in the form already is no choice', () => {
  assert.deepEqual(followed(open, mine), open)
  const chosen = choose(open, 'title', 'theirs')
  assert.deepEqual(followed(chosen, { ...mine, title: theirs.title }), chosen)
})

test('whoever types on has chosen what they type, after choosing the other as well', () => {
  const typed = { ...mine, title: 'Mine, at last' }
  for (const before of [open, choose(open, 'title', 'theirs')]) {
    const after = followed(before, typed)
    assert.equal(after.chosen.title, 'mine')
    assert.equal(after.mine.title, 'Mine, at last')
    assert.equal(after.chosen.gallery, undefined)
  }
})

test('a picture that is added to a list is such a change', () => {
  assert.deepEqual(followed(open, { ...mine, gallery: ['b', 'a', 'd'] }).chosen, { gallery: 'mine' })
})

test('what was typed stays to be chosen while the form shows theirs', () => {
  const there = followed(choose(open, 'title', 'theirs'), { ...mine, title: 'Theirs' })
  const back = choose(there, 'title', 'mine')
  assert.equal(back.mine.title, 'Mine')
})

test('a field that nobody disagrees on is typed into without a choice', () => {
  assert.deepEqual(followed(open, { ...mine, genre: 'Comedy' }), open)
})
