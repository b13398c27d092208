import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarDate, isWebAddress, line, paragraphs, webAddress } from './fields.ts'
import { withScheme } from './pasted-address.ts'

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

test('an address without its beginning gets https://, and nothing else does', () => {
  const bare = ['youtu.be/PqZeFBbDHhs', 'maps.app.goo.gl/x', 'www.example.com', '//example.com/a', 'München.example?x=1', 'a-b.xn--p1ai/#x']
  assert.deepEqual(
    bare.map(withScheme),
    bare.map((address) => `https://${address.replace('//', '')}`),
  )
  assert.equal(withScheme(' youtu.be/x '), 'https://youtu.be/x')
  const long = `example.org/${'x'.repeat(1_900)}`
  assert.equal(withScheme(long), `https://${long}`, 'however long an address may be')
  const others = ['http://example.com', 'javascript:alert(1)', 'javascript:alert.call/x', 'JAVASCRIPT://example.com/%0aalert(1)']
  others.push('data:text/html,x', 'mailto:anna@example.com', 'anna@example.com', 'user:password@example.com', 'example.com:8080/x')
  others.push('foo.bar:alert(1)', 'words and more.words', 'trailer', '/path.html', './a.b', '1.2', '192.168.0.1/x', 'example.com\\x', '')
  assert.deepEqual(others.map(withScheme), others)
})

test('an address is stored as it can be opened', () => {
  const address = webAddress('Trailer URL', '')
  assert.equal(address.parse(' youtu.be/x '), 'https://youtu.be/x')
  assert.equal(address.safeParse('javascript:alert(1)').success, false)
  const [host, most] = ['example.com/', 2000 - 'https://'.length]
  assert.equal(address.safeParse(host.padEnd(most, 'x')).success, true)
  assert.equal(address.safeParse(host.padEnd(most + 1, 'x')).success, false, 'the beginning counts as well')
})

test('a line is trimmed and holds no line break; paragraphs keep theirs in one form', () => {
  assert.equal(line('Title', 10).parse('  Häxan '), 'Häxan')
  assert.equal(line('Title', 10).parse('a\nb'), 'a b')
  assert.equal(paragraphs('Description', 20).parse('one\r\ntwo\rthree\n'), 'one\ntwo\nthree')
  assert.equal(paragraphs('Description', 20).parse('bell\u0007'), 'bell')
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

test('a day is one of the calendar between the first year and 2200, and a year of two digits is none', () => {
  const complaintOf = (value: string, first?: string) =>
    calendarDate('Date', first === undefined ? {} : { first }).safeParse(value).error?.issues[0]?.message
  for (const [first, day] of [
    [undefined, '1900-01-01'],
    [undefined, '2200-12-31'],
    ['2000-01-01', '2000-01-01'],
  ] as const)
    assert.equal(complaintOf(day, first), undefined, day)
  for (const day of ['0000-01-01', '0026-12-24', '1899-12-31', '2201-01-01', '9999-12-31'])
    assert.equal(complaintOf(day), 'Date must be from 1900 to 2200. Enter the year with four digits.', day)
  assert.match(complaintOf('1999-12-31', '2000-01-01') ?? '', /from 2000 to 2200/)
  assert.match(complaintOf('12/24/26') ?? '', /must be a valid date/)
})
