import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grouped } from './phone.ts'

for (const [typed, shown] of [
  ['03012345', '030 123 45'],
  ['3012345', '301 2345'],
  ['01711234567', '017 112 345 67'],
  ['+493012345', '+49 301 2345'],
  ['00493012345', '0049 301 2345'],
  ['00012345678', '000 123 456 78'],
  ['+12125550123', '+1 212 555 0123'],
  ['+358912345678', '+358 912 345 678'],
  ['123456', '123456'],
  ['+49 (0)30/123-45', '+49 (0)30/123-45'],
  ['030 12345', '030 12345'],
  ['call anna 03012345', 'call anna 03012345'],
  ['', ''],
] as const) {
  test(`${typed} is shown as ${shown}`, () => assert.equal(grouped(typed), shown))
}

test('grouping changes no digit and leaves none alone at the end', () => {
  for (let length = 1; length <= 40; length++)
    for (const before of ['', '+', '0', '00']) {
      const typed = before + '123456789'.repeat(5).slice(0, length)
      assert.equal(grouped(typed).replaceAll(' ', ''), typed)
      assert.doesNotMatch(grouped(typed), / \d$/)
    }
})
