import { diffArrays } from 'diff'

/** A stretch of a text, and whether another text lacks it. */
type Stretch = { value: string; isNew: boolean }

/** Where more than this share of a text is new, it is another text: marks would make it harder to read. */
const rewritten = 0.5

/**
 * Splits a text into the stretches that `other` has and those that it lacks, word by word in any script. Returns a rewritten text as one stretch
 * without a mark.
 */
export function stretchesOf(text: string, other: string): Stretch[] {
  const kept = diffArrays(wordsOf(other), wordsOf(text)).filter(({ removed }) => !removed)
  const stretches = kept.map(({ value, added }) => ({ value: value.join(''), isNew: added }))
  const isNew = stretches.reduce((sum, { value, isNew }) => sum + (isNew ? value.length : 0), 0)
  return isNew > rewritten * text.length ? [{ value: text, isNew: false }] : stretches
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
