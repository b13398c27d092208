import { oneLine } from '#contract/text.ts'

const longest = 200

/** What a file is called in the gallery: the last part of its path in the form of one line, of at most 200 UTF-16 units. */
export function displayName(filename: string | undefined): string {
  const last = (filename ?? '').split(/[/\\]/).at(-1) ?? ''
  // The form may be shorter than what was sent.
  const name = oneLine(whole(oneLine(whole(asTyped(last.slice(0, 4 * longest)))).slice(0, longest)))
  return name === '' || name === '.' || name === '..' ? 'image' : name
}

/** A browser writes the quotes and line ends of a name like that, and nothing else (HTML, multipart/form-data). */
const asTyped = (sent: string) => sent.replaceAll('%22', '"').replace(/%0[AD]/gi, ' ')

/** Without NUL and without half a character, such as a cut leaves behind. */
const whole = (text: string) => text.replace(/[\0\p{Cs}]/gu, '')
