import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import '#testing/page.ts'
import { browserStorage } from '#web/storage.ts'
import {
  isChanging,
  noteChanged,
  noteChanging,
  noteSigningOut,
  removeToken,
  storeDevice,
  storedDevice,
  storedPerson,
  storedToken,
  storePerson,
  storeToken,
  wasSignedOut,
} from './stored-session.ts'

const [token, other] = ['a'.repeat(43), 'b'.repeat(43)]
const clear = () => {
  for (const key of browserStorage.keys()) browserStorage.remove(key)
}
beforeEach(clear)
// Other tests of this process sign in.
after(clear)

test('a token is kept until it is removed, and one that no server can have made is removed at once', () => {
  assert.equal(storedToken(), null)
  storeToken(token)
  assert.equal(storedToken(), token)
  removeToken()
  assert.equal(storedToken(), null)
  for (const malformed of ['a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}!`, '']) {
    storeToken(malformed)
    assert.equal(storedToken(), null, malformed)
    assert.equal(browserStorage.get('authToken'), null, malformed)
  }
})

test('signing out tells of that token alone, which counts as none from then on, also where another tab has stored it again', () => {
  storeToken(token)
  noteSigningOut(token)
  assert.deepEqual([storedToken(), wasSignedOut(token), wasSignedOut(other)], [null, true, false])
  storeToken(token)
  assert.equal(storedToken(), null)
  storeToken(other)
  assert.equal(storedToken(), other)
})

test('whose token it is, is known of the latest alone, and no note holds enough of a token to sign in with', () => {
  storePerson(token, 'anna')
  assert.deepEqual([storedPerson(token), storedPerson(other)], ['anna', undefined])
  storePerson(other, 'bert')
  assert.deepEqual([storedPerson(token), storedPerson(other)], [undefined, 'bert'])
  noteSigningOut(token)
  noteChanging(token)
  for (const key of browserStorage.keys()) assert.doesNotMatch(browserStorage.get(key) ?? '', /a{9}|b{9}/, key)
})

test('a password that is being changed is told of until it is, and for no longer than a call may take', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
  assert.equal(isChanging(token), false)
  noteChanging(token)
  assert.deepEqual([isChanging(token), isChanging(other)], [true, false])
  mock.timers.setTime(1_009_999)
  assert.equal(isChanging(token), true)
  mock.timers.setTime(1_010_000)
  assert.equal(isChanging(token), false, 'its tab was closed meanwhile')
  mock.timers.setTime(900_000)
  assert.equal(isChanging(token), false, 'also where the clock was set back since')
  noteChanging(token)
  noteChanged()
  assert.equal(isChanging(token), false)
})

test('the mark by which the server knows this browser outlasts its sessions', () => {
  assert.equal(storedDevice(), '')
  storeDevice('mark')
  noteSigningOut(token)
  assert.equal(storedDevice(), 'mark')
})
