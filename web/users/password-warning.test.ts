import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPassword } from '#contract/users.ts'
import { passwordWarning } from './password-warning.ts'

const warnings = (passwords: string[], username = 'berta') => passwords.map((password) => passwordWarning(password, username))

test('a common password is warned of, however it is dressed up', () => {
  const common = [
    'password',
    'Password1',
    'P@ssw0rd',
    'PASSWORD2026!',
    'Summer2026',
    'letmein!!',
    '12345678',
    '87654321',
    '1234567890',
    'qwertyuiop',
  ]
  common.push(
    'aaaaaaaa',
    'abcabcabc',
    'abcdefgh',
    'asdfghjkl',
    '1q2w3e4r',
    'iloveyou',
    'Willkommen1',
    'trustno1',
    'ｐａｓｓｗｏｒｄ',
    'popcorn1',
  )
  for (const password of common) assert.match(passwordWarning(password, 'berta') ?? '', /^This password is common/, password)
})

test('so is the user name, and the name of the product', () => {
  for (const warning of warnings(['bertaberta', 'Berta123', '2026berta!!'])) assert.match(warning ?? '', /the username/)
  for (const warning of warnings(['moviebox', 'MovieBox1', 'movie-box', 'M0vieb0x!', 'movieboxmoviebox']))
    assert.match(warning ?? '', /the product name/)
})

test('nothing is said of others, of what is too short yet, and a warning is no refusal', () => {
  const good = [
    'popcorn-and-velvet',
    'a-long-enough-password',
    'another-password',
    'bertas-horse-eats-hay',
    'moviebox is where I work',
    'xkqjzwvp',
    'gr7-tn2w-hq9d',
  ]
  assert.deepEqual(
    warnings(good),
    good.map((): string | undefined => undefined),
  )
  assert.deepEqual(warnings(['pass', '1234567', '']), [undefined, undefined, undefined])
  assert.equal(passwordWarning('xkqjzwvp', ''), undefined)
  assert.equal(newPassword.safeParse('password').success, true)
})
