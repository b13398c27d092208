import { oneLine } from '#contract/text.ts'

const longest = 200

/** Returns a file's name in the gallery: the last part of its path, normalised to one line of at most 200 UTF-16 units. */
export function displayName(filename: string | undefined): string {
  const last = (filename ?? '').split(/[/\\]/).at(-1) ?? ''
  // Normalising may shorten the name.
  const name = oneLine(whole(oneLine(whole(asTyped(last.slice(0, 4 * longest)))).slice(0, longest)))
  return name === '' || name === '.' || name === '..' ? 'image' : name
}

/** Decodes the quotes and line ends that a browser escapes in a name; it escapes nothing else (HTML, multipart/form-data). */
const asTyped = (sent: string) => sent.replaceAll('%22', '"').replace(/%0[AD]/gi, ' ')

/** Removes NUL and unpaired surrogates, which cutting may leave behind. */
const whole = (text: string) => text.replace(/[\0\p{Cs}]/gu, '')
