import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWebAddress, line, paragraphs } from './fields.ts'

test('only absolute http(s) addresses with a host and without credentials are web addresses', () => {
  const wrong = [
    '',
    'example.com',
    '//example.com',
    '/path',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'file:///etc/passwd',
  ]
  wrong.push(
    'http://',
    'https:///path',
    'https:\\\\example.com',
    'https://user@example.com',
    'https://user:password@example.com',
    'https://exam ple.com',
    'https://example.com\n.evil',
    'java\nscript:alert(1)',
  )
  assert.deepEqual(wrong.filter(isWebAddress), [])
  const right = [
    'http://example.com',
    'HTTPS://EXAMPLE.COM/a?b=c#d',
    'http://localhost:8080/x',
    'https://münchen.example/kino',
    'https://[::1]/',
  ]
  assert.deepEqual(
    right.filter((address) => !isWebAddress(address)),
    [],
  )
})

test('a line is trimmed and holds no line break; paragraphs keep theirs in one form', () => {
  assert.equal(line('Title', 10).parse('  Häxan '), 'Häxan')
  assert.equal(line('Title', 10).safeParse('a\nb').success, false)
  assert.equal(paragraphs('Description', 20).parse('one\r\ntwo\rthree\n'), 'one\ntwo\nthree')
  assert.equal(paragraphs('Description', 20).safeParse('bell\u0007').success, false)
})

test('each complaint is a sentence that names the field', () => {
  const complaint = (value: unknown) => line('Title', 3).safeParse(value).error?.issues[0]?.message
  assert.deepEqual([undefined, null, '', ' ', 5, 'long'].map(complaint), [
    'Title is required.',
    'Title is required.',
    'Title is required.',
    'Title is required.',
    'Title must be text.',
    'Title is too long: at most 3 characters.',
  ])
})
