/*
 * The canonical form of text: every text that comes in is brought into it, so that two texts that look the same are one. Each function takes time
 * linear in the length of its text, and changes nothing in its own result. NUL and lone surrogates have no harmless form: `storable` finds them.
 */

/** Matches text without NUL and lone surrogates, which a database would return as something else. */
export const storable = /^[^\0\p{Cs}]*$/u

/** Returns the canonical form of one line: NFC, single blanks, no line breaks, no hidden characters but those that its script needs. */
export function oneLine(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.includes('  ') ? withSingleBlanks(text) : text.trim()
  return withSingleBlanks(seen(text.replace(/[\t-\r\u0085]/g, ' ')))
}

/** Returns the canonical form of several lines, with line ends as `\n`. Blanks and tabs within a line stay. */
export function severalLines(text: string): string {
  if (/^[\t\n -~]*$/.test(text)) return text.trim()
  return seen(text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')).trim()
}

/** Returns the key by which names and codes are compared: `compatible` with full case folding. The key is not for display. */
export function comparisonKey(text: string): string {
  // Lower case unites ß and ẞ, and upper case turns both into SS.
  // The dot comes from a Turkish capital I. The form of ς depends on the next letter.
  const folded = compatible(text)
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/i\u0307/g, 'i')
    .replaceAll('ς', 'σ')
  return withSingleBlanks(compatible(folded))
}

/** Returns a text in NFKC, with dashes as `-`, without hidden characters. */
export const compatible = (text: string): string =>
  normalized(text.replaceAll('\u001E', '-').replace(fillers, ' ').replace(everythingHidden, ''), 'NFKC').replace(dashes, '-')

const dashes = /[\p{Pd}\u02D7\u2043\u2212]/gu

const withSingleBlanks = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * More than 30 marks in a row (Stream-Safe Text Format, UAX #15), which normalization would sort in quadratic time. The lookbehind matches only at
 * the first mark, so the search is linear.
 */
const fewMarks = /(?<![\p{M}\uFF9E\uFF9F])([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu

/** Returns a text in a normalization form, with at most thirty marks on one letter: no script has more. */
const normalized = (text: string, form: 'NFC' | 'NFKC'): string => text.replace(fewMarks, '$1').normalize(form).replace(fewMarks, '$1')

/** Letters and signs that look like a blank. */
const fillers = /[\u0085\u2800\u3164\uFFA0]/g

const everythingHidden = /(?![\0\s])[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu

/** Hidden characters that some scripts need in some places. */
const sometimesNeeded =
  '\\u061C\\u200B\\u200E\\u200F\\u034F\\u115F\\u1160\\u180B-\\u180F\\u200C\\u200D\\uFE00-\\uFE0F\\u{E0020}-\\u{E007F}\\u{E0100}-\\u{E01EF}'

const anyHidden = new RegExp(`[${sometimesNeeded}]`, 'u')

/** Controls, soft hyphens, word joiners, BOMs, embeddings, overrides, isolates and the like. Word's optional hyphen is U+001F. */
const neverNeeded = new RegExp(
  `[\\u0001-\\u0008\\u000E-\\u001D\\u001F\\u007F-\\u0084\\u0086-\\u009F\\uFFF9-\\uFFFB]|(?![${sometimesNeeded}])\\p{Default_Ignorable_Code_Point}`,
  'gu',
)

/** Scripts whose letters join, or are kept from joining, by U+200C and U+200D (Unicode Standard, 23.2). */
const joining =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan'
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('')
/** Scripts without blanks between words, whose words U+200B separates where a line may break (Unicode Standard, 23.2). */
const unspaced = '[\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]'
const rightToLeft = '(?=\\p{L})[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}]'
const shownSign = '(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}]'

/** The first group matches hidden characters where their script needs them. The lookbehinds only check characters that are never removed. */
const hiddenInPlaces = new RegExp(
  `(${[
    // Between two letters the non-joiner separates them; the joiner also shapes the last letter.
    `(?<=(?=${shownSign})[${joining}])(?:\\u200D|\\u200C(?=[\\u200C\\u200D]*${shownSign}))`,
    `(?<=(?=${shownSign})${unspaced})\\u200B(?=(?=${shownSign})${unspaced})`,
    // Emoji: families and professions, their form, keycaps, and the flags of England, Scotland and Wales (UTS 51).
    '(?<=\\p{Extended_Pictographic}\\uFE0F?|\\p{Emoji_Modifier})\\u200D(?=\\p{Extended_Pictographic})',
    '(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]',
    '(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
    '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,8}\\u{E007F}',
    // The forms of Han characters in names, of Myanmar and Phags-pa letters, and of Mongolian letters and their last vowels.
    '(?<=\\p{Ideographic})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '(?<=[\\p{sc=Myanmar}\\p{sc=Phags_Pa}])\\uFE00',
    '(?<=(?=\\p{L})\\p{scx=Mongolian})[\\u180B-\\u180D\\u180F]',
    '(?<=(?=\\p{L})\\p{scx=Mongolian}[\\u180B-\\u180D\\u180F]?)\\u180E(?=(?=\\p{L})\\p{scx=Mongolian})',
    // The order of Hebrew points, and syllables of old Korean without their first or second part.
    '(?<=[\\u0591-\\u05C7])\\u034F(?=[\\u0591-\\u05C7])',
    '\\u115F(?=[\\u1161-\\u11A7\\uD7B0-\\uD7C6])',
    '(?<=[\\u1100-\\u115E\\uA960-\\uA97C])\\u1160',
    // Marks of direction, where a letter written from right to left is the nearest one, a year and its brackets away at most.
    `(?<=${rightToLeft}\\P{L}{0,12})[\\u061C\\u200E\\u200F]`,
    `[\\u061C\\u200E\\u200F](?=\\P{L}{0,12}${rightToLeft})`,
  ].join('|')})|[${sometimesNeeded}]`,
  'gu',
)

/** Adjacent joiners, zero-width spaces, direction marks or selectors of one kind have the effect of a single one. */
const repeated =
  /([\u061C\u200E\u200F])[\u061C\u200E\u200F]+|([\u200C\u200D])[\u200C\u200D]+|(\u200B)\u200B+|([\uFE00-\uFE0F])[\uFE00-\uFE0F]+/g

/** In a text without letters that are written from right to left, no mark of direction is needed. */
const marksAlone = new RegExp(`^(?:(?!${rightToLeft})[^])*$`, 'u')

/** Removes hidden characters until the text stays the same: marks may change places once nothing hidden parts them, and then need no joiner. */
function seen(text: string): string {
  let before = normalized(text.replaceAll('\u001E', '-').replace(fillers, ' ').replace(neverNeeded, ''), 'NFC')
  for (let pass = 0; pass < 4 && anyHidden.test(before); pass++) {
    const after = normalized(withoutNeedless(before), 'NFC')
    if (after === before) return after
    before = after
  }
  return anyHidden.test(before) ? normalized(before.replace(everythingHidden, ''), 'NFC') : before
}

function withoutNeedless(text: string): string {
  const once = text.replace(repeated, '$1$2$3$4')
  const marked = marksAlone.test(once) ? once.replace(/[\u061C\u200E\u200F]/g, '') : once
  return marked.replace(hiddenInPlaces, '$1')
}
