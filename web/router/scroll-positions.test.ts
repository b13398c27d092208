import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import '#testing/page.ts'
import { tabStorage } from '#web/storage.ts'

// What an earlier document of this tab has stored, and what somebody else may have made of it.
tabStorage.set('moviebox.scroll', JSON.stringify([['before', 70], ['broken'], 'x', ['also', '70'], ['/news?q=a', 40]]))
Object.assign(globalThis, { history: { state: null } })
const { href } = new URL('./scroll-positions.ts?own', import.meta.url)
const { rememberScroll, scrollPositionOf, storeScrollPositions }: typeof import('./scroll-positions.ts') = await import(href)
const { justSaved, returnState } = await import('./location-state.ts')
after(() => {
  tabStorage.remove('moviebox.scroll')
  Reflect.deleteProperty(globalThis, 'history')
})

const place = (key: string, more: { pathname?: string; search?: string; state?: unknown; by?: 'push' | 'pop' } = {}) => ({
  pathname: '/news',
  search: '',
  hash: '',
  state: null,
  by: 'pop' as const,
  ...more,
  key,
})

test('back and forward lead to where one was, also after a reload; any other way to the top', () => {
  assert.deepEqual([scrollPositionOf(place('before')), scrollPositionOf(place('also')), scrollPositionOf(place('unknown'))], [70, 0, 0])
  rememberScroll(place('one'), 300)
  rememberScroll(place('two'), 500)
  assert.deepEqual([scrollPositionOf(place('one')), scrollPositionOf(place('two'))], [300, 500])
  assert.equal(scrollPositionOf(place('one', { by: 'push' })), 0)
})

test('pages that were opened by their addresses are told apart by these', () => {
  assert.equal(scrollPositionOf(place('default', { search: '?q=a' })), 40)
  rememberScroll(place('default', { search: '?tab=x' }), 200)
  assert.deepEqual(
    [scrollPositionOf(place('default', { search: '?tab=x' })), scrollPositionOf(place('default', { search: '?tab=y' }))],
    [200, 0],
  )
})

test('from a record one comes back to where its list was left, and not to where its trash or another tab was', () => {
  rememberScroll(place('list', { search: '?q=x' }), 800)
  rememberScroll(place('trash', { search: '?trash=1' }), 100)
  rememberScroll(place('tab', { search: '?tab=x' }), 150)
  for (const state of [returnState, justSaved('a')]) assert.equal(scrollPositionOf(place('new', { by: 'push', state })), 800)
  assert.equal(scrollPositionOf(place('new', { by: 'push', state: returnState, pathname: '/menus' })), 0)
})

test('the latest fifty are kept for a reload', () => {
  for (let at = 0; at < 60; at++) rememberScroll(place(`entry ${at}`), at)
  storeScrollPositions()
  const kept: [string, number][] = JSON.parse(tabStorage.get('moviebox.scroll') ?? '')
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [50, ['entry 10', 10], ['entry 59', 59]])
})
