import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BookingInput } from './bookings.ts'
import { isWebAddress, line, paragraphs } from './fields.ts'
import { PromoCodeInput } from './promo-codes.ts'
import { Credentials } from './session.ts'
import { firstUnseen } from './unseen.ts'
import { newPassword, newUsername, UserInput } from './users.ts'

const hidden = {
  'zero-width space': '\u200b',
  'zero-width joiner between letters that don’t join': '\u200d',
  'zero-width non-joiner between letters that don’t join': '\u200c',
  'word joiner': '\u2060',
  'soft hyphen': '\u00ad',
  'byte-order mark': '\ufeff',
  'left-to-right mark': '\u200e',
  'right-to-left override': '\u202e',
  'first strong isolate': '\u2068',
  'Arabic letter mark': '\u061c',
  'Hangul filler': '\u3164',
  'blank of Braille': '\u2800',
  'combining grapheme joiner': '\u034f',
  'variation selector after a letter': '\ufe0f',
  'tag letter': '\u{e0061}',
  'line separator': '\u2028',
  'interlinear annotation': '\ufff9',
}

const written = {
  Persian: 'می‌خواهم نامه‌ای',
  'Hindi, with a joiner': 'क्‍ष और र्‌य',
  Sinhala: 'ශ්‍රී ලංකා',
  'a family of emoji': 'A film for 👨‍👩‍👧‍👦!',
  'a profession in a skin tone': '👩🏽‍🚀 in space',
  'a heart': 'With ❤️',
  'a keycap': 'Screen 1️⃣',
  'the flag of Wales': '🏴󠁧󠁢󠁷󠁬󠁳󠁿 season',
  'a Han character in the form of a name': '辻\u{e0100}さん',
  'an Arabic number sign': 'سنة \u0601١٩٢٧',
  Hebrew: 'הגולם, איך הוא בא לעולם',
  'accents made of two characters': 'Ha\u0308xan',
}

const complaint = (schema: ReturnType<typeof line>, text: string) => schema.safeParse(text).error?.issues[0]?.message

describe('a character that can’t be seen', () => {
  for (const [what, character] of Object.entries(hidden)) {
    test(`is refused in titles, descriptions, addresses and names: ${what}`, () => {
      const text = `ad${character}min`
      assert.equal(firstUnseen(text)?.at, 2)
      assert.match(
        complaint(line('Title', 99), text) ?? '',
        /^Title contains a character that can't be seen \(U\+[0-9A-F]{4,5}, after "ad"\)\. /,
      )
      assert.match(complaint(paragraphs('Description', 99), text) ?? '', /^Description contains a character that can't be seen/)
      assert.match(complaint(newUsername, text) ?? '', /^Username contains a character that can't be seen/)
      assert.equal(isWebAddress(`https://example.com/${text}`), false)
      assert.equal(PromoCodeInput.safeParse({ code: text, percentage: 10 }).success, false)
    })
  }

  test('is named with what stands before it', () => {
    assert.match(
      complaint(line('Title', 99), 'The Golem\u200b returns') ?? '',
      /\(U\+200B, after "Golem"\)\. Delete it, or type this part anew\.$/,
    )
    assert.match(complaint(line('Title', 99), '\u200bGolem') ?? '', /\(U\+200B, at the beginning\)/)
    assert.match(complaint(line('Title', 99), `${'x'.repeat(50)}\u{e0061}`) ?? '', /\(U\+E0061, after "x{20}"\)/)
  })

  test('in the name of a branch that is there already doesn’t stand in the way of booking it', () => {
    const booking = { branchName: 'Har\u200bbour', date: '2026-11-27', time: '19:30', fullName: 'Ada', phoneNumber: '1' }
    assert.equal(BookingInput.safeParse(booking).success, true)
    assert.equal(BookingInput.safeParse({ ...booking, fullName: 'A\u200bda' }).success, false)
    assert.equal(BookingInput.safeParse({ ...booking, phoneNumber: '\u202a1\u202c' }).success, false)
  })
})

describe('what writing needs is taken as it is', () => {
  for (const [what, text] of Object.entries(written)) {
    test(what, () => {
      assert.equal(line('Title', 99).parse(text), text)
      assert.equal(paragraphs('Description', 99).parse(text), text)
    })
  }
})

describe('a user name', () => {
  test('mixes no alphabets that look alike within a word', () => {
    for (const name of ['\u0430dmin', 'adm\u0456n', 'pr\u03bfmo', 'a\u0301\u0430'])
      assert.match(complaint(newUsername, name) ?? '', /two alphabets/, name)
    for (const name of ['Юрий', 'Юрий P.', 'Αννα', 'Łukasz', 'Đặng', '王 Li', 'anna-2', 'Renée'])
      assert.equal(complaint(newUsername, name), undefined, name)
  })

  test('holds no joiner at all, needed or not', () => {
    for (const name of ['می‌خواهم', 'anna👨‍👩‍👧']) assert.match(complaint(newUsername, name) ?? '', /can't be seen/)
  })
})

test('half a character is refused wherever text is taken: it would come back as another', () => {
  const half = 'a\ud83d'
  for (const schema of [line('Title', 99), paragraphs('Description', 99), newUsername, newPassword])
    assert.match(complaint(schema, `${half}bcdefgh`) ?? '', /contains characters that can't be stored\.$/)
  assert.equal(isWebAddress(`https://example.com/${half}`), false)
  assert.equal(PromoCodeInput.safeParse({ code: half, percentage: 10 }).success, false)
  assert.equal(Credentials.safeParse({ username: half, password: 'x' }).error?.issues[0]?.message, 'Wrong username or password.')
  assert.equal(UserInput.safeParse({ username: 'anna', password: `${half}bcdefgh` }).success, false)
  assert.equal(line('Title', 99).parse('a😀'), 'a😀', 'a whole one is taken')
})
