import { diffArrays } from 'diff'

/** A stretch of a text: in both versions of it, or in one of them. */
export type Stretch = { value: string; added: boolean; removed: boolean }

/** Compares two texts word by word, in any script; a comparison by letters would mix the marks of different words. */
export const stretchesOf = (before: string, after: string): Stretch[] =>
  diffArrays(wordsOf(before), wordsOf(after)).map(({ value, added, removed }) => ({ value: value.join(''), added, removed }))

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
