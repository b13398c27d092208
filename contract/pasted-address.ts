/** The longest pasted text that is searched for an address, in characters. Embed code and text around an address are shorter. */
export const longestPasted = 10_000

/**
 * Extracts the web address from pasted text: the `src` of embed code, or the link without the words around it. Blanks in a map's query become `%20`.
 * A link without a scheme gets `https://`. Text without an address is returned unchanged. Linear in the length of the text.
 */
export function addressIn(typed: string): string {
  const text = typed.trim()
  if (text.length > longestPasted) return typed
  const embedded = sourceIn(text)
  if (embedded !== undefined) return withScheme(embedded)
  if (/^https?:\/\/\S*$/i.test(text) || !/\s|[<>"“”]|https?:\/\//i.test(text)) return withScheme(typed)
  return linkIn(text) ?? bareLinkIn(text) ?? typed
}

/** Returns the `src` of a frame; `undefined` when the text isn't embed code. Pages that display code contain `&lt;` for `<`. */
function sourceIn(text: string): string | undefined {
  const code = /^&lt;/i.test(text) ? unescaped(text) : text
  const start = code.search(/<(?:iframe|embed)/i)
  if (start < 0) return undefined
  // Single-line inputs remove line breaks from pasted text, so the attribute name may directly follow the one before.
  const [, quoted, bare] =
    /^<(?:iframe|embed)(?:[^>]*?[\s"'“”])?(?:data-)?src\s*=\s*(?:["'“”]([^"'“”<>]*)|([^\s"'“”<>]+))/i.exec(code.slice(start)) ?? []
  const source = unescaped(quoted ?? bare ?? '').trim()
  return source === '' ? undefined : source.replace(/\s/g, '%20')
}

const entities: Record<string, string> = { '&amp;': '&', '&#38;': '&', '&quot;': '"', '&#34;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' }

const unescaped = (text: string) => text.replace(/&(?:amp|quot|lt|gt|#3[489]);/gi, (entity) => entities[entity.toLowerCase()] ?? entity)

/** The queries of maps and searches, which people type with blanks. */
const askedWithBlanks =
  /[?&](?:q|query|search|search_query|address|destination|origin|daddr|saddr|near|where1)=[^&#]*$|\/maps\/(?:place|search|dir)\/[^?#]*$/i

/** Returns the first link with a scheme, up to its end. */
function linkIn(text: string): string | undefined {
  const found = /(?<![^\s<>"'“”„‚([{:|])https?:\/\/[^\s<>"“”]+/i.exec(text)
  if (!found) return undefined
  const [link] = found
  const rest = text.slice(found.index + link.length)
  const isAsked = link.length <= 2_000 && /^[^\S\n]/.test(rest) && askedWithBlanks.test(link)
  if (found.index === 0 && isAsked) return withoutEnd(text.replace(/[<>"“”\n].*/s, '')).replace(/\s+/g, '%20')
  return withoutEnd(link)
}

/** Returns the first link that has a path but no scheme. A word with a dot and no path may be anything. */
const bareLinkIn = (text: string): string | undefined =>
  text
    .split(/[\s<>"“”()]+/)
    .map(withoutEnd)
    .filter((word) => /[^/]\/[^/]/.test(word))
    .map((word) => ({ word, link: withScheme(word) }))
    .find(({ word, link }) => link !== word)?.link

/** Returns the link without the punctuation of the sentence around it. A closing bracket stays when the link contains the opening one. */
function withoutEnd(link: string): string {
  const hasBracket = link.includes('(')
  let end = link.length
  while (end > 0 && /[.,;:!?'’»)\]}|]/.test(link.charAt(end - 1)) && !(link[end - 1] === ')' && hasBracket)) end--
  return link.slice(0, end)
}

/**
 * Adds `https://` to an address copied without its scheme, such as `youtu.be/x` or `//youtu.be/x`. Text that doesn't begin with a host with a dot and
 * a top-level domain is returned unchanged: words, paths, ports and other schemes.
 */
export function withScheme(typed: string): string {
  const text = typed.trim()
  // Most fields are empty or have a scheme. This check spares them the Unicode expression, which takes a slow browser 8 ms to compile.
  if (/^(?:https?:|$)/i.test(text) || text.length > longestPasted) return typed
  const bare = text.replace(/^\/\//, '')
  const [host = ''] = bare.split(/[/?#]/, 1)
  const labels = host.split('.')
  const isHost = labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}-]+$/u.test(label) && !/^-|-$/.test(label))
  return isHost && /^(?:xn--[a-z\d-]+|\p{L}{2,})$/iu.test(labels.at(-1) ?? '') && !/\s/.test(bare) ? `https://${bare}` : typed
}
