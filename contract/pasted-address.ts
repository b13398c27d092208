import { plainAddress, targetOf } from './redirects.ts'

/** The longest pasted text that is searched for an address, in characters. Embed code and text around an address are shorter. */
export const longestPasted = 10_000

/**
 * Extracts the web address from pasted text: the `src` of embed code, the link without the words around it, or the target of a redirect. Blanks in a
 * map's query become `%20`. A link without a scheme gets `https://`. Text without an address is returned unchanged. Linear in the length of the text.
 */
export function addressIn(typed: string): string {
  if (typed.length > longestPasted) return typed
  const text = withoutEscapes(typed.trim())
  const embedded = sourceIn(text)
  const found = embedded === undefined ? linkOf(text === typed.trim() ? typed : text) : withScheme(embedded)
  const url = mayRedirect.test(found) ? plainAddress(found) : undefined
  const target = url && targetOf(url)
  return target === url || !target ? found : target.href
}

const mayRedirect = /^https?:\/\/(?:[^?#]*\?.*=(?:https?%3a|https?:|%2f|\/)|urldefense\.)/i

function linkOf(typed: string): string {
  const text = typed.trim()
  const bare = withoutTags(text)
  if (bare === text && /^https?:\/\/\S*$/i.test(text)) return withoutQuotes(text) === text ? typed : withoutQuotes(text)
  if (bare === text && !/\s|[<>"“”]|https?:\/\//i.test(text)) return withScheme(typed)
  return linkIn(bare) ?? bareLinkIn(bare) ?? typed
}

/** Returns a link without a tag, or a quotation mark, that was copied with its end. */
function withoutQuotes(link: string): string {
  const [own = ''] = link.split('</', 1)
  let end = own.length
  while (/[<>"“”]/.test(own.charAt(end - 1))) end--
  return own.slice(0, end)
}

/** Returns text copied from JSON, a script or a query without its escapes, and a video's id beside its address: `watch?v= PqZeFBbDHhs`. */
function withoutEscapes(text: string): string {
  const plain = /\\["/u]/.test(text)
    ? text.replace(/\\u00([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))).replace(/\\(["'/])/g, '$1')
    : text
  const link = /^https?%3a%2f%2f\S*$/i.test(plain) ? decoded(plain) : plain
  return link
    .replace(/\bwatch ?\? ?v ?= ?(?=[\w-]{11}(?![\w-]))/gi, 'watch?v=')
    .replace(/(youtu\.be|\/(?:embed|shorts|live|video)|vimeo\.com)\/\s(?=(?:[\w-]{11}|\d{6,12})(?![\w-]))/gi, '$1/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns text without the tags of forums and WordPress around a link: `[embed]https://youtu.be/x[/embed]`. Markdown's `](` parts text and link. */
const withoutTags = (text: string) =>
  text.includes('[') ? text.replace(/\[\/[a-z]{2,20}\]|(?<![^\s\]])\[[a-z]{2,20}[= \]]|\](?=\(|[^[\]\s]*\[\/)/gi, ' ').trim() : text

/** Attributes of embed code with an address. Plug-ins for consent and lazy loading rename `src`: `data-src`, `data-cmp-src`, `data-src-cmplz`. */
const sources = /(?:^|[\s"'“”])(?:[a-z-]{0,30}src[a-z-]{0,30}|data)\s*=\s*(?:["'“”]([^"'“”<>]*)|([^\s"'“”<>]+))/gi

/** Returns the `src` of a frame; `undefined` when the text isn't embed code. Pages that display code contain `&lt;` for `<`. */
function sourceIn(text: string): string | undefined {
  const code = /iframe|embed|object|video/i.test(text) ? unescaped(text) : text
  const start = code.search(/<(?:iframe|embed|object|video|amp-iframe|(?:lite|amp)-(?:youtube|vimeo))/i)
  if (start < 0) return undefined
  // Single-line inputs remove line breaks from pasted text, so the attribute name may directly follow the one before.
  const [tag = ''] = code.slice(start).split('>', 1)
  if (/^<(?:lite|amp)-/i.test(tag)) return videoNamedIn(tag)
  const found = [...tag.replace(/^<[a-z-]*?(?=src|\W)/i, ' ').matchAll(sources)].map(([, quoted, bare]) =>
    unescaped(quoted ?? bare ?? '').trim(),
  )
  const source = found.find((each) => /^(?:https?:)?\/\//i.test(each)) ?? found.find((each) => each !== '' && !/^about:/i.test(each))
  return source?.replace(/\s/g, '%20')
}

/** Returns the address of the video that the tag of a light player names: `<lite-youtube videoid="PqZeFBbDHhs" params="start=90">`. */
function videoNamedIn(tag: string): string | undefined {
  const [, id] = /videoid\s*=\s*["'“”]?([\w-]{5,12})(?![\w-])/i.exec(tag) ?? []
  if (!id || /^<\w+-vimeo/i.test(tag)) return id && `https://vimeo.com/${id}`
  const [, start] = /[\s"'&;?](?:start=|data-param-start=["'“”]?)(\d{1,6})/i.exec(tag) ?? []
  return `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}` : ''}`
}

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

const unescaped = (text: string) =>
  text.replace(/&(?:(amp|quot|apos|lt|gt)|#(\d{1,4})|#x([\da-f]{1,4}));/gi, (_, name, decimal, hex) =>
    name ? (entities[name.toLowerCase()] ?? '') : String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  )

/** The queries of maps and searches, which people type with blanks. */
const askedWithBlanks =
  /[?&](?:q|query|search|search_query|address|destination|origin|daddr|saddr|near|where1)=[^&#]*$|\/maps\/(?:place|search|dir)\/[^?#]*$/i

/** Returns the first link with a scheme, up to its end. */
function linkIn(text: string): string | undefined {
  const found = /(?<![^\s<>"'“”„‚([{:|\]])https?:\/\/[^\s<>"“”]+/i.exec(text)
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
