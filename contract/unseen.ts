/** What can't be seen: it breaks searches and makes two names look like one. Visible format characters, Arabic number signs for one, are not in it. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u{2800}\u{FFF9}-\u{FFFB}]/gu

/** Scripts whose letters join, or are kept from joining, by U+200C and U+200D (Unicode Standard, 23.2). */
const joining =
  '\\p{scx=Arabic}\\p{scx=Syriac}\\p{scx=Nko}\\p{scx=Mongolian}\\p{scx=Devanagari}\\p{scx=Bengali}\\p{scx=Gurmukhi}\\p{scx=Gujarati}\\p{scx=Oriya}' +
  '\\p{scx=Tamil}\\p{scx=Telugu}\\p{scx=Kannada}\\p{scx=Malayalam}\\p{scx=Sinhala}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Tibetan}'

/** Where writing needs one of them, after what it belongs to. */
const needed = new RegExp(
  [
    `(?<=[${joining}])(?<=[\\p{L}\\p{M}])[\\u200C\\u200D]`,
    // Emoji: families and professions, their form, keycaps, and the flags of England, Scotland and Wales (UTS 51).
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})',
    '(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]',
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
    // A tag before another one was looked at first, so it belongs to a flag.
    '(?<=[\\u{1F3F4}\\u{E0020}-\\u{E007E}])[\\u{E0020}-\\u{E007F}]',
    // The forms of Han characters in names, and of Mongolian letters.
    '(?<=\\p{Ideographic})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{scx=Mongolian})[\\u180B-\\u180D\\u180F]',
  ].join('|'),
  'uy',
)

/** The first character of `text` that can't be seen and that no writing needs there: its index and its number, 'U+200B'. */
export function firstUnseen(text: string): { at: number; code: string } | undefined {
  // Nothing of ASCII is among them, and most texts have no more.
  if (/^[\t\n\r -~]*$/.test(text)) return undefined
  for (const { 0: character, index: at } of text.matchAll(unseen)) {
    needed.lastIndex = at
    if (!needed.test(text)) return { at, code: codeOf(character) }
  }
  return undefined
}

const codeOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
