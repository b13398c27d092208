import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { BookingInput } from './bookings.ts'
import { isWebAddress, line, paragraphs } from './fields.ts'
import { listQuery } from './listing.ts'
import { movies } from './movies.ts'
import { PromoCodeInput } from './promo-codes.ts'
import { Credentials } from './session.ts'
import { comparisonKey, compatible, oneLine, severalLines } from './text.ts'
import { newPassword, newUsername, UserInput } from './users.ts'

/** Pasted texts, with the stored forms of a single-line field and of a field with paragraphs. */
const pasted: Record<string, [typed: string, line: string, paragraphs?: string]> = {
  'a soft break of Word': ['A widow returns home.\vShe leaves.', 'A widow returns home. She leaves.', 'A widow returns home.\nShe leaves.'],
  'a paragraph separator': ['One\u2029Two', 'One Two', 'One\nTwo'],
  'a line separator': ['One\u2028Two', 'One Two', 'One\nTwo'],
  'a form feed': ['One\fTwo', 'One Two', 'One\nTwo'],
  'the next line of mainframes': ['One\u0085Two', 'One Two', 'One\nTwo'],
  'line ends of Windows and of old Macs': ['One\r\nTwo\rThree', 'One Two Three', 'One\nTwo\nThree'],
  'a tab': ['One\tTwo', 'One Two', 'One\tTwo'],
  'double blanks': ['One  Two', 'One Two', 'One  Two'],
  'blanks that don’t break, and others': ['A\u00a0b\u202fc\u2003d\u3000e', 'A b c d e', 'A\u00a0b\u202fc\u2003d\u3000e'],
  'blanks around': [' \u00a0 Häxan\u3000\n', 'Häxan'],
  'soft hyphens': ['Gesamt\u00adkonzept der Film\u00adreihe', 'Gesamtkonzept der Filmreihe'],
  'hyphens of Word': ['Film\u001freihe, Spider\u001eMan', 'Filmreihe, Spider-Man'],
  'a bell and other controls': ['Film\u0007 \u0001\u007f\u009dreihe', 'Film reihe'],
  'a left-to-right mark and a zero-width space': ['\u200eHello\u200b World', 'Hello World'],
  'zero-width spaces beside blanks, digits, Latin letters and each other in Thai': [
    '\u200bหนัง\u200b \u200b2\u200bok\u200b\u200bหนัง\u200b\u200bใหม่\u200b',
    'หนัง 2okหนัง\u200bใหม่',
  ],
  'a word joiner and a BOM inside': ['a\u2060b\ufeffc', 'abc'],
  'an embedding and an override': ['\u202aa\u202c\u202eb\u202c', 'ab'],
  isolates: ['\u2068Ann\u2069 \u2066b\u2069', 'Ann b'],
  'letters shown as blanks': ['a\u3164b\u2800c\uffa0d', 'a b c d'],
  'accents made of two characters': ['Ha\u0308xan', 'Häxan'],
  'accents parted by something hidden': ['e\u200b\u0301e\u200d\u0301', 'éé'],
  'joiners and selectors between letters that need none': ['a\u200db\u200cc\ufe0fd\u{e0061}e\u180e', 'abcde'],
  'an annotation': ['a\ufff9b\ufffac\ufffb', 'abc'],
  'a variation selector after a digit': ['+1\ufe0d-555', '+1-555'],
  'a non-joiner at the end of a word': ['می\u200c ', 'می'],
  'two marks of direction and two joiners in a row': ['שלום\u200f\u200f (2024) می\u200c\u200cخواهم', 'שלום\u200f (2024) می\u200cخواهم'],
  'a mark of direction far from any letter that needs it': [
    'שלום, and then a lot of English \u200fwords',
    'שלום, and then a lot of English words',
  ],
}

const written: Record<string, string> = {
  Persian: 'می‌خواهم نامه‌ای',
  'Hindi, with a joiner': 'क्‍ष और र्‌य',
  'Bengali, with a joiner at the end': 'উত্‍',
  Sinhala: 'ශ්‍රී ලංකා',
  'a mark beside brackets in Hebrew': 'שלום\u200f (2024)',
  'a mark behind brackets in Hebrew': 'שלום (2024)\u200f',
  'a mark between English and Arabic': 'لغة C++\u200e هي',
  'a family of emoji': 'A film for 👨‍👩‍👧‍👦!',
  'a profession in a skin tone': '👩🏽‍🚀 in space',
  'a flag of emoji joined': '🏳️‍🌈 week',
  'a heart': 'With ❤️',
  'a keycap': 'Screen 1️⃣',
  'the flag of Wales': '🏴󠁧󠁢󠁷󠁬󠁳󠁿 season',
  'a Han character in the form of a name': '辻\u{e0100}さん',
  'an Arabic number sign': 'سنة \u0601١٩٢٧',
  Mongolian: 'ᠰᠠᠷ\u180eᠠ ᠠ\u180b',
  'Korean of old': '\u115f\u1161',
  'Hebrew points in their order': 'ל\u05b7\u034f\u05b4',
  'Thai, with the ends of words': 'หนัง\u200bใหม่\u200bใน\u200bโรง',
  'Khmer, with the ends of words': 'ភាពយន្ត\u200bថ្មី\u200bនៅ\u200bរោងកុន',
  'Burmese, with the ends of words': 'ရုပ်ရှင်\u200bအသစ်',
  'Lao, with the ends of words': 'ໜັງ\u200bໃໝ່',
  Hebrew: 'הגולם, איך הוא בא לעולם',
  'vowel signs': 'मीना मोना ரமா ராமு',
}

const complaint = (schema: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } | undefined } }, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message

describe('what is pasted is stored in one form', () => {
  for (const [what, [typed, inLine, inParagraphs = inLine]] of Object.entries(pasted))
    test(what, () => {
      assert.equal(line('Title', 99).parse(typed), inLine)
      assert.equal(paragraphs('Description', 99).parse(typed), inParagraphs)
    })

  test('in the fields of a booking, and in what is searched for and filtered by', () => {
    const booking = {
      branchName: 'Kino\u00a0Ost',
      date: ' 2026-11-27',
      time: '19:30\u200e',
      fullName: 'A\u200bda',
      phoneNumber: '\u202d+43 660 1234567\u202c',
    }
    const { branchName, date, time, fullName, phoneNumber } = BookingInput.parse(booking)
    assert.deepEqual([branchName, date, time, fullName, phoneNumber], ['Kino Ost', '2026-11-27', '19:30', 'Ada', '+43 660 1234567'])
    const { q, filters } = listQuery(movies.list.listing).parse({
      q: 'Ha\u0308xan\u00a0',
      genre: ['Come\u0301die', 'Comédie', 'Com\u00e9die\u00a0 dramatique'],
    })
    assert.deepEqual([q, filters], ['Häxan', { genre: ['Comédie', 'Comédie dramatique'] }])
  })
})

describe('what writing needs stays as it is', () => {
  for (const [what, text] of Object.entries(written))
    test(what, () => {
      assert.equal(line('Title', 99).parse(text), text)
      assert.equal(paragraphs('Description', 99).parse(text), text)
    })
})

const signs = [
  'a',
  'e',
  'İ',
  'ß',
  'ẞ',
  'ς',
  'ﬁ',
  '1',
  '-',
  '–',
  '(',
  ' ',
  '\u00a0',
  '\t',
  '\n',
  '\r',
  '\v',
  '\u2028',
  '\u0085',
  '\u0007',
  '\u001e',
  '\u00ad',
  '\u200b',
  '\ufeff',
]
signs.push(
  '\u0301',
  '\u0316',
  '\u0340',
  '\u0344',
  '\u0958',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u061c',
  '\ufe00',
  '\ufe0f',
  'ش',
  'ש',
  '\u05b0',
  '\u034f',
  '\ufb2a',
  'क',
  '\u094d',
)
signs.push(
  'ก',
  '\u0e31',
  '\u1820',
  '\u180b',
  '\u180e',
  '\u1100',
  '\u115f',
  '\u1160',
  '\u1161',
  '\u17b4',
  '\u1780',
  '漢',
  '\uf900',
  '\u{e0100}',
  '👩',
  '🏽',
  '🏴',
  '\u{e0067}',
  '\u{e007f}',
  '\u20e3',
  '\u3164',
  '\uff9e',
  '\uff76',
)
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...signs)).map((some) => some.join('')),
  fc.string({ unit: 'binary' }),
)

/** Returns the visible characters of a text, without blanks and hidden characters. */
const visible = (text: string) =>
  text.replace(/[\s\u2800\u3164\uFFA0\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu, '').normalize('NFC')

describe('the canonical form', () => {
  for (const form of [oneLine, severalLines, comparisonKey, compatible])
    test(`changes nothing in its own result: ${form.name}`, () => {
      fc.assert(
        fc.property(anyText, (text) => assert.equal(form(form(text)), form(text))),
        { numRuns: 3_000 },
      )
    })

  test('changes nothing in its own result either where it makes two marks of one', () => {
    const text = `a${'\u0344'.repeat(30)}`
    for (const form of [oneLine, severalLines, comparisonKey]) assert.equal(form(form(text)), form(text))
  })

  for (const form of [oneLine, severalLines])
    test(`keeps what is visible: ${form.name}`, () => {
      fc.assert(
        fc.property(anyText, (text) => assert.equal(visible(form(text)), visible(text.replaceAll('\u001e', '-')))),
        { numRuns: 3_000 },
      )
    })

  test('takes less than 50 ms for 100,000 characters, whatever they are', () => {
    const texts = signs.flatMap((sign) => [sign, `a${sign}`, `ש${sign}`, `👩${sign}`, `${sign}\u0301`, `${sign} `, `ک${sign}`])
    texts.push(`a${'\u0301\u0316\u0327'.repeat(10)}`, '\u200e\u200c', '\uff9e\u0316\u0301')
    for (const form of [oneLine, severalLines, comparisonKey])
      for (const text of texts) {
        const long = text.repeat(Math.ceil(100_000 / text.length))
        // CPU time, because other programs on the machine make the elapsed time longer.
        const before = process.cpuUsage()
        form(long)
        const { user } = process.cpuUsage(before)
        assert.ok(user < 50_000, `${form.name} takes ${user} µs for ${JSON.stringify(text)}`)
      }
  })

  test('of a text that is far too long isn’t made', () => {
    const before = process.cpuUsage()
    for (const schema of [line('Title', 200), paragraphs('Description', 5000), newUsername]) {
      assert.match(complaint(schema, `x${' '.repeat(5_000_000)}x`) ?? '', /is too long/)
      assert.match(complaint(schema, '\u0301\u0316'.repeat(2_500_000)) ?? '', /is too long/)
    }
    assert.match(complaint(PromoCodeInput, { code: 'x '.repeat(2_500_000), percentage: 1 }) ?? '', /is too long/)
    assert.ok(process.cpuUsage(before).user < 200_000)
  })

  test('may be shorter than what was typed, and its length is what counts', () => {
    assert.equal(line('Title', 5).parse('ế\u00ad'.normalize('NFD').repeat(5)), 'ế'.repeat(5))
    assert.match(complaint(line('Title', 5), 'ế'.repeat(6)) ?? '', /at most 5 characters/)
  })
})

test('an address with something hidden in it is none, and has nothing hidden in its canonical form', () => {
  for (const hidden of ['\u200b', '\u00ad', '\ufe0f', '\u3164', '\u{e0061}'])
    assert.equal(isWebAddress(`https://example.com/a${hidden}b`), false)
})

describe('a user name', () => {
  test('mixes no alphabets that look alike within a word', () => {
    for (const name of ['\u0430dmin', 'adm\u0456n', 'pr\u03bfmo', 'a\u0301\u0430', '\uff41\u0430'])
      assert.match(complaint(newUsername, name) ?? '', /different alphabets/, name)
    for (const name of ['Юрий', 'Юрий P.', 'Αννα', 'Łukasz', 'Đặng', '王 Li', 'anna-2', 'Renée'])
      assert.equal(complaint(newUsername, name), undefined, name)
  })

  test('holds no joiner at all, needed or not', () => {
    for (const name of ['می‌خواهم', 'anna👨‍👩‍👧']) assert.match(complaint(newUsername, name) ?? '', /invisible character/)
  })

  test('is compared without case, width, kinds of dashes and what can’t be seen', () => {
    for (const [one = '', other = ''] of [
      ['Anna–Lena', 'anna-lena'],
      ['ＡＮＮＡ', 'anna'],
      ['Groß', 'GROẞ'],
      ['gross', 'Groß'],
      ['an\u200bna', 'anna'],
      ['ΟΔΟΣ', 'οδος'],
      ['a\u00a0 b', 'a b'],
      ['หนัง\u200bใหม่', 'หนังใหม่'],
    ])
      assert.equal(comparisonKey(one), comparisonKey(other), one)
    for (const [one = '', other = ''] of [
      ['मीना', 'मोना'],
      ['たかき', 'たかぎ'],
      ['ரமா', 'ராமு'],
      ['Renée', 'Renee'],
      ['anna', 'an na'],
    ])
      assert.notEqual(comparisonKey(one), comparisonKey(other), one)
  })
})

test('half a character and NUL are refused wherever text is taken: they would come back as something else', () => {
  for (const wrong of ['a\ud83d', 'a\0']) {
    for (const schema of [line('Title', 99), paragraphs('Description', 99), newUsername])
      assert.match(complaint(schema, `${wrong}bcdefgh`) ?? '', /contains characters that can't be stored\.$/)
    assert.equal(isWebAddress(`https://example.com/${wrong}`), false)
    assert.equal(PromoCodeInput.safeParse({ code: wrong, percentage: 10 }).success, false)
    assert.equal(Credentials.safeParse({ username: wrong, password: 'x' }).error?.issues[0]?.message, 'Wrong username or password.')
  }
  assert.match(complaint(newPassword, 'a\ud83dbcdefgh') ?? '', /can't be stored/)
  assert.equal(UserInput.safeParse({ username: 'anna', password: 'a\ud83dbcdefgh' }).success, false)
  assert.equal(line('Title', 99).parse('a😀'), 'a😀', 'a whole one is taken')
})
