/** Text around an address, or embed code. More is no address. */
export const longestPasted = 10_000

/**
 * The web address in text that was pasted: the `src` of embed code, the link without the words around it, blanks in what a map is asked for as
 * `%20`, and `https://` before a link that was copied without. Text without an address stays as it is. Linear in the text.
 */
export function addressIn(typed: string): string {
  const text = typed.trim()
  if (text.length > longestPasted) return typed
  const embedded = sourceIn(text)
  if (embedded !== undefined) return withScheme(embedded)
  if (/^https?:\/\/\S*$/i.test(text) || !/\s|[<>"“”]|https?:\/\//i.test(text)) return withScheme(typed)
  return linkIn(text) ?? bareLinkIn(text) ?? typed
}

/** The address in the `src` of a frame, `undefined` where the text is no embed code. Pages that show code have it with `&lt;` for `<`. */
function sourceIn(text: string): string | undefined {
  const code = /^&lt;/i.test(text) ? unescaped(text) : text
  const start = code.search(/<(?:iframe|embed)/i)
  if (start < 0) return undefined
  // An input of one line takes the line ends out of what is pasted, so nothing may stand before the name.
  const [, quoted, bare] =
    /^<(?:iframe|embed)(?:[^>]*?[\s"'“”])?(?:data-)?src\s*=\s*(?:["'“”]([^"'“”<>]*)|([^\s"'“”<>]+))/i.exec(code.slice(start)) ?? []
  const source = unescaped(quoted ?? bare ?? '').trim()
  return source === '' ? undefined : source.replace(/\s/g, '%20')
}

const entities: Record<string, string> = { '&amp;': '&', '&#38;': '&', '&quot;': '"', '&#34;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' }

const unescaped = (text: string) => text.replace(/&(?:amp|quot|lt|gt|#3[489]);/gi, (entity) => entities[entity.toLowerCase()] ?? entity)

/** What maps and searches are asked for is typed with blanks. */
const askedWithBlanks =
  /[?&](?:q|query|search|search_query|address|destination|origin|daddr|saddr|near|where1)=[^&#]*$|\/maps\/(?:place|search|dir)\/[^?#]*$/i

/** The first link with a scheme, as far as it goes. */
function linkIn(text: string): string | undefined {
  const found = /(?<![^\s<>"'“”„‚([{:|])https?:\/\/[^\s<>"“”]+/i.exec(text)
  if (!found) return undefined
  const [link] = found
  const rest = text.slice(found.index + link.length)
  const isAsked = link.length <= 2_000 && /^[^\S\n]/.test(rest) && askedWithBlanks.test(link)
  if (found.index === 0 && isAsked) return withoutEnd(text.replace(/[<>"“”\n].*/s, '')).replace(/\s+/g, '%20')
  return withoutEnd(link)
}

/** The first link without a scheme that has a path: a word with a dot in it may be anything. */
const bareLinkIn = (text: string): string | undefined =>
  text
    .split(/[\s<>"“”()]+/)
    .map(withoutEnd)
    .filter((word) => /[^/]\/[^/]/.test(word))
    .map((word) => ({ word, link: withScheme(word) }))
    .find(({ word, link }) => link !== word)?.link

/** Without the punctuation of the sentence around it; a bracket stays where the link has its other half. */
function withoutEnd(link: string): string {
  const hasBracket = link.includes('(')
  let end = link.length
  while (end > 0 && /[.,;:!?'’»)\]}|]/.test(link.charAt(end - 1)) && !(link[end - 1] === ')' && hasBracket)) end--
  return link.slice(0, end)
}

/**
 * An address as people copy it without its beginning, `youtu.be/x` or `//youtu.be/x`, with `https://` in front. Whatever doesn't
 * begin with a host that has a dot and a top-level domain stays as it was typed: words, paths, ports, and every other scheme.
 */
export function withScheme(typed: string): string {
  const text = typed.trim()
  // Most fields are empty or have one, and what looks for letters of all scripts takes a slow browser 8 ms to make.
  if (/^(?:https?:|$)/i.test(text) || text.length > longestPasted) return typed
  const bare = text.replace(/^\/\//, '')
  const [host = ''] = bare.split(/[/?#]/, 1)
  const labels = host.split('.')
  const isHost = labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}-]+$/u.test(label) && !/^-|-$/.test(label))
  return isHost && /^(?:xn--[a-z\d-]+|\p{L}{2,})$/iu.test(labels.at(-1) ?? '') && !/\s/.test(bare) ? `https://${bare}` : typed
}
