import type { Endpoint } from '#contract/endpoint.ts'

/** A small request that is meant to be expensive for the server. `what` names the request in a failure. */
export type HostileRequest = { what: string; path: string; headers?: Record<string, string>; body?: string }

/** Characters that are expensive for checks, case folding and tokenizers, each repeated up to a length. */
const units: Record<string, string> = {
  letters: 'a',
  blanks: ' ',
  'line breaks': '\n ',
  'no-break spaces': '\u00a0',
  digits: '12345 ',
  'one number': '1',
  dots: 'a.',
  hyphens: 'a-',
  slashes: '/a',
  quotes: '"\\',
  'plus signs': '+1,',
  'combining marks': '\u0301\u0327\u0316\u05b0',
  'marks on letters': 'a\u0327\u0301',
  'zero-width joiners': '\u0915\u200d',
  'joiners alone': '\u200d',
  'tags of flags': '\u{e0061}',
  emoji: '👩🏽\u200d🚀',
  'half characters': '\ud83d',
  ligatures: '\ufdfa',
  Hebrew: 'שָׁלוֹם ',
  Thai: 'ภาพยนตร์',
  Han: '電影院放映',
  Hangul: '\u1100\u1161\u11a8',
  'Greek and Cyrillic': 'аα',
  controls: '\u0000\u0085',
}

/** Returns texts of `length` UTF-16 units made of these characters, with their names. `hidden` adds texts that trigger lookbehinds. */
export const hostileTexts = (length: number, hidden = true): [what: string, text: string][] =>
  Object.entries(units).flatMap(([what, unit]): [string, string][] => {
    const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
    const flagged = `\u{1f3f4}${text}`.slice(0, length)
    return [
      [what, what === 'tags of flags' ? flagged : text],
      ...(hidden ? ([[`${what} before something hidden`, `${`x${text}`.slice(0, length - 1)}\u200b`]] as [string, string][]) : []),
    ]
  })

const id = '01900000-0000-7000-8000-000000000000'

/** Returns hostile requests to an endpoint: paths, queries, headers and bodies. `fields`: the names of its body's fields and its filters. */
export function hostileRequests({ path, method, listing, query: read }: Endpoint, fields: readonly string[]): HostileRequest[] {
  const plain = path.replace(/:\w+/g, id)
  const query = (entries: [string, string][]) => `${plain}?${new URLSearchParams(entries)}`
  const repeated = (name: string, value: (at: number) => string, count = 200) =>
    query(Array.from({ length: count }, (_, at): [string, string] => [name, value(at)]))
  const day = (at: number) => `${1900 + at}-02-02..${2000 + at}-11-29`
  const addresses = path.includes(':') ? hostileTexts(200).slice(0, 12) : []
  const names = read ? ['q', 'order', 'limit', 'after', 'before', 'in', 'since', 'user', ...Object.keys(listing?.filters ?? {})] : []
  const requests: HostileRequest[] = [
    ...addresses.map(([what, text]) => ({
      what: `an id of ${what}`,
      path: path.replace(/:\w+/g, encodeURIComponent(text.toWellFormed())),
    })),
    { what: '2,500 unknown parameters', path: `${plain}?${Array.from({ length: 2500 }, (_, at) => `p${at}`).join('&')}` },
    ...names.flatMap((name) => [
      { what: `${name} 200 times`, path: repeated(name, String) },
      { what: `${name} 50 times, each a range`, path: repeated(name, day, 50) },
      { what: `${name} of 10,000 letters`, path: query([[name, 'a'.repeat(10_000)]]) },
    ]),
    ...(listing && 'search' in listing
      ? hostileTexts(200).map(([what, text]) => ({ what: `a search for ${what}`, path: query([['q', text.toWellFormed()]]) }))
      : []),
    ...hostileHeaders.map(([name, value]) => ({ what: `a long ${name}: ${value.slice(0, 10)}`, path: plain, headers: { [name]: value } })),
  ]
  if (method !== 'POST' && method !== 'PUT') return requests
  const json = (value: string) => JSON.stringify(value)
  const list = `[${Array.from({ length: 60_000 }, () => '1').join()}]`
  const bodies: [string, string][] = [
    ['deep lists', '['.repeat(100_000)],
    ['deep lists that end', '['.repeat(60_000) + ']'.repeat(60_000)],
    ['deep objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['many keys', `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()}}`],
    ['a list', list],
    ['a prototype', `{"__proto__":${list}}`],
    ['a long number', `${'1'.repeat(200_000)}`],
    ...fields.flatMap((field): [string, string][] => [
      [`${field} as a list`, `{${json(field)}:${list}}`],
      [`${field} as a list of objects`, `{${json(field)}:[${Array.from({ length: 30_000 }, () => '{}').join()}]}`],
      [`${field} as an object`, `{${json(field)}:{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":[]`).join()}}}`],
    ]),
  ]
  return [...requests, ...bodies.map(([what, body]) => ({ what: `a body with ${what}`, path: plain, body }))]
}

const hostileHeaders: [string, string][] = [
  ['if-match', '"1",'.repeat(3000)],
  ['if-none-match', 'W/"a", '.repeat(1800)],
  ['if-none-match', `${' '.repeat(12_000)}"`],
  ['authorization', `Bearer ${' '.repeat(12_000)}x`],
  ['authorization', `Bearer ${'='.repeat(12_000)}x`],
  ['accept', 'text/csv;q=0.1, '.repeat(800)],
  ['accept-encoding', 'gzip;q=0, br;q=, '.repeat(700)],
  ['range', `bytes=${'0-1,'.repeat(3000)}`],
  ['idempotency-key', 'k'.repeat(12_000)],
  ['x-forwarded-for', '10.0.0.1, '.repeat(1200)],
  ['x-forwarded-proto', `,${' '.repeat(12_000)}http`],
  ['user-agent', 'Mozilla/5.0 ('.repeat(900)],
  ['last-event-id', '1'.repeat(12_000)],
  ['content-type', `application/json;${' a=b;'.repeat(2000)}`],
  ['cookie', 'a=b; '.repeat(2400)],
]
