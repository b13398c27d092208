import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isWritten, nameOf, type Pressed } from './pressed.ts'

const pressed = (some: Partial<Pressed>): Pressed => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...some,
})

describe('what is pressed is written as shortcuts are', () => {
  for (const [name, some] of [
    ['n', { key: 'n', code: 'KeyN' }],
    ['n', { key: 'N', code: 'KeyN' }], // with Caps Lock
    ['Shift+n', { key: 'N', code: 'KeyN', shiftKey: true }],
    ['?', { key: '?', code: 'Slash', shiftKey: true }],
    ['/', { key: '/', code: 'Digit7', shiftKey: true }], // as on a German keyboard
    ['1', { key: '1', code: 'Digit1', shiftKey: true }], // as on a French one
    ['n', { key: 'т', code: 'KeyN' }],
    ['Ctrl+k', { key: 'л', code: 'KeyK', ctrlKey: true }],
    ['ü', { key: 'ü', code: 'BracketLeft' }],
    ['Ctrl+k', { key: 'k', code: 'KeyK', metaKey: true }],
    ['Ctrl+Shift+Enter', { key: 'Enter', code: 'Enter', ctrlKey: true, shiftKey: true }],
    ['F6', { key: 'F6', code: 'F6' }],
  ] as const)
    test(`${JSON.stringify(some)} is ${name}`, () => assert.equal(nameOf(pressed(some)), name))
})

test('what the system has its own keys for is none of ours', () => {
  assert.equal(nameOf(pressed({ key: 'n', code: 'KeyN', altKey: true })), undefined)
  assert.equal(nameOf(pressed({ key: '/', code: 'Digit7', ctrlKey: true, altKey: true })), undefined, 'AltGr')
  assert.equal(nameOf(pressed({ key: 'k', code: 'KeyK', ctrlKey: true, metaKey: true })), undefined)
})

test('the Enter that takes a word of a Japanese keyboard is none of ours', () => {
  assert.equal(nameOf(pressed({ key: 'Enter', code: 'Enter', isComposing: true })), undefined)
})

test('keys that write something are told from those that do not', () => {
  assert.deepEqual(['n', '?', '1', 'Shift+x', 'ü'].map(isWritten), [true, true, true, true, true])
  assert.deepEqual(['Ctrl+k', 'F6', 'Enter', 'Ctrl+Shift+Enter', 'Shift+Enter'].map(isWritten), [false, false, false, false, false])
})
