import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { seeded } from '#seed/drawing/random.ts'
import { type TestApp, testApp } from '#testing/app.ts'
import { costOf } from '#testing/cost.ts'
import { manyMovies } from '#testing/many-bookings.ts'

/** Titles in 14 scripts. */
const titles = readFileSync('testing/cases/titles.txt', 'utf8').trimEnd().split('\n')
const random = seeded(20_261_129)
const pick = <Item>(all: readonly Item[]): Item => all[Math.floor(random() * all.length)] as Item
const characters = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/** Letters of the scripts that other titles are made of. */
const scripts = [
  ...Array.from({ length: 9 }, () => 'aeiourstlnmdpkcghbvfwyzj'),
  ...[
    'аеиоусртлнмдпкгвбяжш',
    'αεηιουσρτλνμκπ',
    'ابتدرسعفقلمنهوي',
    'אבגדהוילמנרשת',
    '東京人大海山月花夜語千神城',
    'アイウエオカキサタナハマ',
    '가나다라마바사아자차',
    'कखगचजटतदनपमरलस',
  ],
].map(characters)
const small = ['The', 'of', 'A', 'in', 'Night', 'Love', 'Man', 'der', 'la', 'Le', 'и', 'の']

function otherTitle(): string {
  const script = pick(scripts)
  const word = () => Array.from({ length: 3 + Math.floor(random() * 7) }, () => pick(script)).join('')
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => (random() < 0.3 ? pick(small) : word())).join(' ')
}

/** Changes a title at a random place. Every changed letter is one of the title's own. */
function changed(title: string, change: (letters: string[], at: number, other: string) => void): string {
  const letters = characters(title)
  change(letters, Math.floor(random() * (letters.length - 1)), pick(letters))
  return letters.join('')
}

/** The ways to mistype a title. */
const errors: Record<string, (title: string) => string> = {
  'another letter': (title) => changed(title, (letters, at, other) => letters.splice(at, 1, other)),
  'a missing letter': (title) => changed(title, (letters, at) => letters.splice(at, 1)),
  'a letter too many': (title) => changed(title, (letters, at, other) => letters.splice(at, 0, other)),
  'two letters swapped': (title) => changed(title, (letters, at) => letters.splice(at, 2, letters[at + 1] ?? '', letters[at] ?? '')),
  // Any half of the longest word, of at least four letters.
  'half a word': (title) => {
    const [word = ''] = title.split(/\s+/).toSorted((one, other) => other.length - one.length)
    const letters = characters(word)
    const length = Math.max(4, Math.ceil(letters.length / 2))
    const from = Math.floor(random() * Math.max(1, letters.length - length + 1))
    return letters.slice(from, from + length).join('')
  },
}

let app: TestApp
before(async () => {
  app = await testApp()
  const all = new Set(titles)
  while (all.size < 5_000) all.add(otherTitle())
  await manyMovies(
    app,
    [...all].sort(() => random() - 0.5),
  )
})
after(() => app.close())

async function suggested(q: string): Promise<string[]> {
  const { status, body } = await app.call('GET', `/api/suggestions?${new URLSearchParams({ q, collection: 'movies' })}`, 'staff')
  assert.equal(status, 200, q)
  return (body as { name: string }[]).map(({ name }) => name)
}

/** Whether the title is suggested, or the words are the title: some random errors change nothing but a blank. */
const isFound = async (title: string, typed: string) =>
  typed.trim().replace(/\s+/g, ' ') === title || (await suggested(typed)).includes(title)

test('of 200 titles, each typed with one random error, at least 95 % have the right one among three suggestions', async () => {
  assert.equal(titles.length, 200)
  const kinds = Object.values(errors)
  const missed: string[] = []
  for (const [at, title] of titles.entries()) {
    const typed = kinds[at % kinds.length]?.(title) ?? ''
    if (!(await isFound(title, typed))) missed.push(`${title} as ${typed}`)
  }
  assert.ok(missed.length <= 10, `${missed.length} are missed: ${missed.join(', ')}`)
})

test('a suggestion among 5,000 names takes less than 50 ms', async () => {
  const times: number[] = []
  for (const q of titles.slice(0, 60).map((title) => `${title.slice(0, -2)}xq`)) {
    const { user, system } = process.threadCpuUsage()
    await suggested(q)
    const now = process.threadCpuUsage()
    times.push((now.user + now.system - user - system) / 1000)
  }
  const median = times.sort((one, other) => one - other)[30] ?? 0
  assert.ok(median < 50, `${median} ms`)
})

test('searches at the same time take turns, so that no turn of the event loop is long', async () => {
  let tries = 0
  const { turn } = await costOf(() => {
    tries++
    return Promise.all(['Metrpolis', 'Nosfertu', 'Casblanca', 'Goodfelas', 'Chinatwn'].map((q) => suggested(`${q} ${tries}`)))
  })
  assert.ok(turn < 50, `${turn} ms`)
})
