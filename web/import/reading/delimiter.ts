const delimiters = ['\t', ';', ',', '|'] as const

/** The longest first line that is looked at, in characters. */
const longest = 100_000

/** Excel's own first line, which names the delimiter: `sep=;`. */
const named = /^sep=(.)\n/i

/** Finds the delimiter of a table by its first line, and removes the line that names it. A table of one column has none, so a tab stands in. */
export function delimiterOf(text: string): { delimiter: string; body: string } {
  const [line, delimiter] = named.exec(text.slice(0, 6)) ?? []
  if (line !== undefined && delimiter !== undefined) return { delimiter, body: text.slice(line.length) }
  const counts = countsIn(text)
  const most = Math.max(...counts.values())
  // A tab is never part of a heading, whereas the others may be.
  const isTabbed = (counts.get('\t') ?? 0) > 0
  const found = isTabbed || most === 0 ? '\t' : delimiters.find((each) => counts.get(each) === most)
  return { delimiter: found ?? '\t', body: text }
}

/** How often each delimiter is in the first line that has text, outside of quotes. */
function countsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>(delimiters.map((each) => [each, 0]))
  let isQuoted = false
  for (const character of text.trimStart().slice(0, longest)) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === '\n') break
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return counts
}
