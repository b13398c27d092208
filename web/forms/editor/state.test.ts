import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DraftKeeper } from '#web/forms/drafts/keeper.ts'
import { createStore } from '#web/store.ts'
import { dispatcher, type EditorState, untouched } from './state.ts'

type Film = { title: string; genre: string }
const at = (version: number, title: string, genre = 'Horror') => ({
  _id: 'a',
  version,
  createdAt: '',
  updatedAt: '',
  title,
  genre,
})
type Stored = ReturnType<typeof at>

function form() {
  const store = createStore<EditorState<Stored, Film>>(untouched({} as DraftKeeper))
  return { state: store.get, dispatch: dispatcher(store) }
}

const theirs = { by: ['bert'], fields: ['genre'] }

test('the first input fixes the version that it began from, and later versions of the record leave it alone', () => {
  const { state, dispatch } = form()
  dispatch({ kind: 'typed', values: { title: 'N', genre: 'Horror' }, item: at(1, 'Nosferatu') })
  dispatch({ kind: 'typed', values: { title: 'No', genre: 'Horror' }, item: at(2, 'Faust') })
  assert.deepEqual([state().item?.version, state().typed?.title], [1, 'No'])
})

test('a merge takes the place of what was typed, with its version as the new starting point', () => {
  const { state, dispatch } = form()
  dispatch({ kind: 'typed', values: { title: 'Faust', genre: 'Horror' }, item: at(1, 'Nosferatu') })
  dispatch({ kind: 'failed', error: new Error('stale'), change: { input: { title: 'Faust', genre: 'Horror' } }, mayBeStored: false })
  const since = { version: 1, values: at(1, 'Nosferatu') }
  const values = { title: 'Faust', genre: 'Drama' }
  dispatch({
    kind: 'merged',
    item: at(2, 'Nosferatu', 'Drama'),
    since,
    result: { values, isStored: false, choices: undefined, kept: theirs },
  })
  const { item, typed, failure, conflict, kept } = state()
  assert.deepEqual([item?.version, typed?.title, typed?.genre], [2, 'Faust', 'Drama'])
  assert.deepEqual([failure, conflict, kept], [undefined, undefined, theirs])
})

test('a draft that was restored begins from its own version until a merge', () => {
  const { state, dispatch } = form()
  const base = { version: 1, values: at(1, 'Nosferatu') }
  const values = { title: 'Faust', genre: 'Horror' }
  const draft = { id: 'b', path: '/edit', at: '', draft: { values, base }, lost: 0 }
  dispatch({ kind: 'restored', keeper: {} as DraftKeeper, draft, values })
  assert.deepEqual(state().base, base)
  const result = { values, isStored: false, choices: undefined, kept: { by: [], fields: [] } }
  dispatch({ kind: 'merged', item: at(2, 'Tabu'), since: base, result })
  assert.deepEqual([state().base, state().item?.version], [undefined, 2])
})

test('a save after one that was cancelled is not cancelled', () => {
  const { state, dispatch } = form()
  dispatch({ kind: 'submitted', goesOn: false })
  dispatch({ kind: 'cancelled' })
  assert.equal(state().isCancelled, true)
  dispatch({ kind: 'submitted', goesOn: false })
  assert.equal(state().isCancelled, false)
})

test('a contested field stays open until a side is chosen or something is typed into it', () => {
  const { state, dispatch } = form()
  const mine = { title: 'Faust', genre: 'Horror' }
  const choices = { names: ['title' as const], by: ['bert'], base: undefined, mine, theirs: { ...mine, title: 'Tabu' }, chosen: {} }
  const merged = { values: mine, isStored: false, choices, kept: { by: [], fields: [] } }
  dispatch({ kind: 'merged', item: at(2, 'Tabu'), since: { version: 1, values: {} }, result: merged })
  assert.deepEqual(state().conflict?.choices.chosen, {})
  dispatch({ kind: 'chosen', name: 'title', side: 'theirs' })
  assert.deepEqual(state().conflict?.choices.chosen, { title: 'theirs' })
  dispatch({ kind: 'typed', values: { ...mine, title: 'Faust, 1926' }, item: undefined })
  assert.deepEqual(state().conflict?.choices.chosen, { title: 'mine' })
  assert.equal(state().conflict?.since.version, 1)
})

test('discarding forgets all of it, but not a draft that is still offered', () => {
  const { state, dispatch } = form()
  const draft = { id: 'b', path: '/add', at: '', draft: { values: {} }, lost: 0 }
  dispatch({ kind: 'typed', values: { title: 'Faust', genre: '' }, item: at(1, 'Nosferatu') })
  dispatch({ kind: 'offered', draft })
  const keeper = {} as DraftKeeper
  dispatch({ kind: 'discarded', keeper })
  assert.deepEqual(state(), { ...untouched(keeper), offered: draft })
})

test('each step of a save changes what it is about, and nothing else', () => {
  const keeper = {} as DraftKeeper
  const error = new Error('no answer')
  const change = { input: { title: 'Faust', genre: '' } }
  const draft = { id: 'b', path: '/edit', at: '', draft: { values: {} }, lost: 0 }
  const steps: [Parameters<ReturnType<typeof form>['dispatch']>[0], Partial<EditorState<Stored, Film>>][] = [
    [{ kind: 'offered', draft }, { offered: draft }],
    [
      { kind: 'restored', keeper, draft, values: change.input },
      { keeper, offered: undefined, restored: { draft, values: change.input }, typed: undefined, base: undefined },
    ],
    [{ kind: 'typed', values: change.input, item: undefined }, { typed: change.input }],
    [
      { kind: 'submitted', goesOn: true },
      { phase: 'checking', goesOn: true },
    ],
    [{ kind: 'sent' }, { phase: 'sending' }],
    [
      { kind: 'failed', error, change, mayBeStored: true },
      { failure: { error, change }, mayBeStored: true },
    ],
    [{ kind: 'ended' }, { phase: 'editing' }],
    [
      { kind: 'submitted', goesOn: false },
      { phase: 'checking', goesOn: false },
    ],
    [{ kind: 'attempted' }, { failure: undefined }],
    [{ kind: 'cancelled' }, { isCancelled: true }],
    [
      { kind: 'failed', error, change, mayBeStored: false },
      { failure: { error, change }, mayBeStored: false },
    ],
    [{ kind: 'decided' }, {}],
  ]
  const { state, dispatch } = form()
  for (const [action, changed] of steps) {
    const before = state()
    dispatch(action)
    assert.deepEqual(state(), { ...before, ...changed }, action.kind)
  }
})

test('a second merge keeps what the first has told of, and a decision closes what is contested', () => {
  const { state, dispatch } = form()
  const mine = { title: 'Faust', genre: 'Horror' }
  const choices = { names: ['title' as const], by: ['bert'], base: undefined, mine, theirs: { ...mine, title: 'Tabu' }, chosen: {} }
  const merged = (version: number, kept: typeof theirs) =>
    dispatch({
      kind: 'merged',
      item: at(version, 'Tabu'),
      since: { version: version - 1, values: {} },
      result: { values: mine, isStored: false, choices, kept },
    })
  merged(2, theirs)
  merged(3, { by: ['carla'], fields: ['title'] })
  assert.deepEqual(state().kept, { by: ['bert', 'carla'], fields: ['genre', 'title'] })
  assert.deepEqual([state().conflict?.since.version, state().typed], [2, { ...at(3, 'Tabu'), ...mine }])
  dispatch({ kind: 'decided' })
  assert.deepEqual([state().conflict, state().kept.by.length], [undefined, 2])
})

test('an image that was replaced everywhere is in the input and in its starting point, and no change of the user’s', () => {
  type Shown = Film & { image: string; gallery: string[] }
  const shown = (version: number, title: string, image: string) => ({ ...at(version, title), image, gallery: ['/other', image] })
  const store = createStore<EditorState<ReturnType<typeof shown>, Shown>>(untouched({} as DraftKeeper))
  const dispatch = dispatcher(store)
  dispatch({ kind: 'typed', values: shown(3, 'Faust', '/old'), item: shown(3, 'Nosferatu', '/old') })
  dispatch({ kind: 'replaced', image: { from: '/old', to: '/new' }, version: 4 })
  assert.deepEqual([store.get().typed, store.get().item], [shown(4, 'Faust', '/new'), shown(4, 'Nosferatu', '/new')])

  // Another user has made version 5: the record of the form doesn't have its changes.
  dispatch({ kind: 'replaced', image: { from: '/new', to: '/newer' }, version: 6 })
  assert.deepEqual([store.get().typed, store.get().item], [shown(4, 'Faust', '/newer'), shown(4, 'Nosferatu', '/new')])
  dispatch({ kind: 'replaced', image: { from: '/newer', to: '/newest' }, version: undefined })
  assert.deepEqual([store.get().typed?.image, store.get().item?.image], ['/newest', '/new'])
})

test('a draft and a conflict follow a replaced image too', () => {
  type Shown = Film & { image: string }
  const shown = (version: number, title: string, image: string) => ({ ...at(version, title), image })
  const store = createStore<EditorState<ReturnType<typeof shown>, Shown>>(untouched({} as DraftKeeper))
  const dispatch = dispatcher(store)
  const base = { version: 1, values: shown(1, 'Nosferatu', '/old') }
  const values = { title: 'Faust', genre: 'Horror', image: '/old' }
  const draft = { id: 'b', path: '/edit', at: '', draft: { values, base }, lost: 0 }
  dispatch({ kind: 'restored', keeper: {} as DraftKeeper, draft, values })
  dispatch({ kind: 'replaced', image: { from: '/old', to: '/new' }, version: 2 })
  const { base: now, restored } = store.get()
  assert.deepEqual(
    [now, restored?.values],
    [
      { version: 2, values: shown(2, 'Nosferatu', '/new') },
      { ...values, image: '/new' },
    ],
  )

  const theirs = { title: 'Tabu', genre: 'Horror', image: '/new' }
  const choices = { names: ['title' as const], by: ['bert'], mine: { ...values, image: '/new' }, theirs, chosen: {} }
  const result = { values: { ...values, image: '/new' }, isStored: false, choices, kept: { by: [], fields: [] } }
  dispatch({ kind: 'merged', item: shown(3, 'Tabu', '/new'), since: { version: 2, values: shown(2, 'Nosferatu', '/new') }, result })
  dispatch({ kind: 'replaced', image: { from: '/new', to: '/newer' }, version: 4 })
  const { conflict, item } = store.get()
  assert.deepEqual(
    [conflict?.choices.mine.image, conflict?.choices.theirs.image, item?.image, item?.version],
    ['/newer', '/newer', '/newer', 4],
  )
  assert.equal(conflict?.since.version, 2, 'the starting point from before the conflict stays')
})
