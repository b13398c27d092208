import { defendedTarget } from './proofpoint.ts'

/** The longest address that is stored, in characters. */
const longestAddress = 2000

/** Parses an address; `undefined` when it is invalid or uses a trick: another port, credentials, steps up the path, backslashes. */
export function plainAddress(typed: string): URL | undefined {
  if (typed.length > longestAddress) return undefined
  const [beforeQuery = ''] = typed.split(/[?#]/, 1)
  if (!URL.canParse(typed) || /[\\\s]|%2e|%2f|%5c|\/\.{1,2}(?:\/|$)/i.test(beforeQuery)) return undefined
  const url = new URL(typed)
  const { protocol, port, username, password } = url
  return /^https?:$/.test(protocol) && port === '' && username === '' && password === '' ? url : undefined
}

/** Pages that redirect to the address in a parameter: cookie consent, sign-in, a warning about a foreign link, links in mails and chats. */
const redirects = new RegExp(
  `^(?:${[
    'consent\\.(?:youtube|google)\\.[a-z.]{2,6}/.*',
    'accounts\\.google\\.com/.*',
    'google\\.[a-z.]{2,6}/url',
    'youtube\\.com/(?:redirect|attribution_link|signin|verify_age|oembed)',
    '(?:lm?\\.)?(?:facebook|messenger)\\.com/(?:l\\.php|flx/warn/?)',
    'l\\.(?:instagram\\.com|threads\\.(?:net|com)|wl\\.co|workplace\\.com)/.*',
    'linkedin\\.com/(?:safety/go|redir/redirect)',
    '[a-z0-9]+\\.safelinks\\.protection\\.outlook\\.com/.*',
    'statics\\.teams\\.cdn\\.office\\.net/.*',
    'teams\\.microsoft\\.com/l/.*',
    'urldefense\\.(?:proofpoint\\.)?com/v1/url',
    'linkprotect\\.cudasvc\\.com/url',
    'slack-redir\\.net/link',
    'out\\.reddit\\.com/.*',
    '(?:away\\.)?vk\\.com/away\\.php',
    'duckduckgo\\.com/l/?',
    'deref-(?:gmx|web)\\.(?:net|de)/.*',
  ].join('|')})$`,
)

/** The parameters with the target. */
const targets = ['continue', 'url', 'u', 'q', 'to', 'next', 'next_url', 'uddg', 'redirectUrl', 'webUrl', 'objectUrl', 'a']

/** The most redirects that are followed, because one may lead to another. */
const mostRedirects = 3

/** Returns the target of a redirect; other addresses are returned unchanged. */
export function targetOf(url: URL, left = mostRedirects): URL {
  const target = left > 0 && (defendedTarget(url) ?? targetIn(url))
  const next = target ? plainAddress(URL.parse(target, 'https://www.youtube.com')?.href ?? '') : undefined
  return next ? targetOf(next, left - 1) : url
}

function targetIn(url: URL): string | null | undefined {
  if (!redirects.test(url.hostname.replace(/^(?:www|m)\./, '') + url.pathname)) return undefined
  return targets.map((name) => url.searchParams.get(name)).find((value) => value !== null && /^(?:https?:)?\//i.test(value))
}
