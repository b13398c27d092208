const longest = 200

/** What a file is called in the gallery: the last part of its path, without characters that can't be seen, of at most 200 UTF-16 units. */
export function displayName(filename: string | undefined): string {
  const last = (filename ?? '').split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .normalize('NFC')
    .slice(0, longest)
    // The cut may have split a pair.
    .replace(/\p{Cs}/gu, '')
    .trim()
  return name === '' || name === '.' || name === '..' ? 'image' : name
}
