import { setImmediate as nextTurn } from 'node:timers/promises'
import Fuse, { type FuseIndex } from 'fuse.js'
import { fold } from '#server/lists/tokenizer.ts'

/** The significant length of a name and of the search words, in UTF-16 units. Fuse compares 32 at a time. */
const longest = { name: 60, words: 32 }

/** The total length of the names in a part, in UTF-16 units. A search in one part takes about 2 ms. */
const partLength = 20_000

/** Names with their folded forms and Fuse's index of these. */
type Part = { names: string[]; folded: string[]; index: FuseIndex<string> }

/** A found name. A lower `score` is a better match. */
type Match = { name: string; key: string; score: number }

/** Indexes names in parts, each in a turn of the event loop. A name that differs from another one only in its case or accents is left out. */
export async function indexNames(pages: AsyncIterable<readonly string[]>): Promise<Part[]> {
  const parts: Part[] = []
  const known = new Set<string>()
  let waiting = { names: [] as string[], folded: [] as string[], length: 0 }

  function endPart() {
    const { names, folded } = waiting
    if (names.length > 0) parts.push({ names, folded, index: Fuse.createIndex([], folded) })
    waiting = { names: [], folded: [], length: 0 }
  }

  for await (const page of pages) {
    for (const name of page) {
      const key = keyOf(name)
      if (key === '' || known.has(key)) continue
      known.add(key)
      waiting.names.push(name)
      waiting.folded.push(key)
      waiting.length += key.length
      if (waiting.length >= partLength) endPart()
    }
    await nextTurn()
  }
  endPart()
  return parts
}

/** Returns the names that resemble the words, at most `most` of each part, in no particular order. Names that equal the words are left out. */
export async function findSimilar(parts: readonly Part[], words: string, most: number, signal: AbortSignal): Promise<Match[]> {
  const pattern = keyOf(words).slice(0, longest.words)
  if (pattern.length < 2) return []
  const found: Match[] = []
  for (const { names, folded, index } of parts) {
    // One more, because the words themselves may be among the names.
    for (const { refIndex, item: key, score = 1 } of new Fuse(folded, optionsFor(pattern), index).search(pattern, { limit: most + 1 }))
      if (key !== keyOf(words)) found.push({ name: names[refIndex] ?? '', key, score })
    await nextTurn()
    signal.throwIfAborted()
  }
  return found
}

/** Two swapped letters are two errors. Long words may have three, or an error in every fifth letter. */
const optionsFor = ({ length }: string) => ({
  includeScore: true,
  ignoreLocation: true,
  isCaseSensitive: true,
  threshold: Math.max(0.2, Math.min(0.5, 3 / length)),
})

const keyOf = (text: string) => fold(text.slice(0, longest.name)).trim().slice(0, longest.name)
