import { folded } from '#web/import/columns/headings.ts'

/** The longest file name that is looked at, in characters. */
const longest = 300

/** Returns a file name without its folders and its extension. */
export function bareName(file: string): string {
  const name = file.slice(-longest).replace(/^.*[/\\]/s, '')
  return name.replace(/(.)\.[a-z0-9]{2,5}$/i, '$1')
}

/** Words that file names add to a title: 'Dune_Poster_1000x1500'. */
const additions = /[\s_.-]+(?:poster|plakat|cover|keyart|final|web|print|\d{3,5}x\d{3,5})$/i

function withoutAdditions(name: string): string {
  const shorter = name.replace(additions, '')
  return shorter === name ? name : withoutAdditions(shorter)
}

/** The texts by which a file is found, the best first. */
export const keysOf = (file: string): string[] => [
  ...new Set([bareName(file), withoutAdditions(bareName(file))].map(folded).filter(Boolean)),
]

/** The key without the number at the end of a file name: 'riverside-2' is a picture of Riverside. */
export const seriesKey = (file: string): string => folded(withoutAdditions(bareName(file)).replace(/[\s_.-]*\(?\d{1,3}\)?$/, ''))

/** Returns a title for a record made of a picture: 'dune_part-two.jpg' becomes 'Dune part-two'. */
export function titleOf(file: string): string {
  const name = withoutAdditions(bareName(file))
  // In a name without blanks and underscores, hyphens stand for blanks.
  const spaced = /[\s_]/.test(name) || /\p{Lu}/u.test(name) ? name.replace(/_+/g, ' ') : name.replace(/-+/g, ' ')
  const title = spaced.replace(/\s+/g, ' ').trim()
  return title.charAt(0).toUpperCase() + title.slice(1)
}
