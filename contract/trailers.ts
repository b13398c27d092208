/** Hosts whose players may stand in the page. `TRAILER_HOSTS` adds to them. */
export const playerHosts = ['www.youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com'] as const

/**
 * The embed form of a trailer's address. Turns YouTube's watch, share, shorts and live links and Vimeo's links into the address
 * of the player, keeping the start time; everything else, an embed address above all, stays exactly as it was typed.
 */
export function embedAddress(typed: string): string {
  const url = plainAddress(typed)
  const video = url && videoOfLink(url)
  return video ? addressOf(video) : typed
}

/**
 * The address that goes into a frame for a trailer, made anew of nothing but the provider, the video and the start time;
 * `undefined` where none may: then the trailer is a link. `more` are the hosts that `TRAILER_HOSTS` adds, whose paths can't be known.
 */
export function playerAddress(typed: string, more: readonly string[]): string | undefined {
  const url = plainAddress(typed)
  const video = url && (videoOfLink(url) ?? videoOfPlayer(url))
  if (video) return addressOf(video)
  if (url?.protocol !== 'https:' || !more.includes(url.hostname)) return undefined
  return `https://${url.hostname}${url.pathname}${url.search}`
}

/** Where a trailer is that neither YouTube's nor Vimeo's player shows: 'archive.org', with all that makes it no plain host; '' for the others, and for what is no address. */
export function hostElsewhere(typed: string): string {
  // Nearly all are kept as the address of YouTube's player, and to take that apart costs as much as to check a whole film.
  if (isYouTube(/^https:\/\/www\.youtube\.com\/embed\/([^/?#]+)$/.exec(typed)?.[1])) return ''
  if (!URL.canParse(typed) || playerAddress(typed, []) !== undefined) return ''
  const { protocol, host } = new URL(typed)
  return protocol === 'https:' ? host : `${protocol}//${host}`
}

/** A video of a provider. `host` is its player's, `start` in seconds; `unlisted` is what Vimeo asks for besides the id. */
type Video = { host: (typeof playerHosts)[number]; id: string; start: number; unlisted?: string | undefined }

/** `undefined` for what is no address, and for the tricks of addresses: another port, credentials, steps up the path, backslashes. */
function plainAddress(typed: string): URL | undefined {
  const [beforeQuery = ''] = typed.split(/[?#]/, 1)
  if (!URL.canParse(typed) || /[\\\s]|%2e|%2f|%5c|\/\.{1,2}(?:\/|$)/i.test(beforeQuery)) return undefined
  const url = new URL(typed)
  const { protocol, port, username, password } = url
  return /^https?:$/.test(protocol) && port === '' && username === '' && password === '' ? url : undefined
}

/** The video that a link from the address bar or the share button shows. */
function videoOfLink(url: URL): Video | undefined {
  const host = url.hostname.replace(/^(www|m|music)\./, '')
  const parts = partsOf(url)
  if (host === 'youtu.be') return youTube(parts[0], url)
  if (host === 'youtube.com' && parts[0] === 'watch') return youTube(url.searchParams.get('v') ?? undefined, url)
  if (host === 'youtube.com' && /^(shorts|live|v)$/.test(parts[0] ?? '')) return youTube(parts[1], url)
  return host === 'vimeo.com' ? vimeo(parts, url) : undefined
}

/** The video that the address of a player shows. */
function videoOfPlayer(url: URL): Video | undefined {
  const [place, id, ...rest] = partsOf(url)
  if (rest.length > 0) return undefined
  switch (url.hostname) {
    case 'www.youtube.com':
    case 'youtube.com':
      return place === 'embed' ? youTube(id, url) : undefined
    case 'www.youtube-nocookie.com':
      return place === 'embed' ? youTube(id, url, 'www.youtube-nocookie.com') : undefined
    case 'player.vimeo.com':
      return place === 'video' ? vimeo([id ?? ''], url) : undefined
  }
}

function addressOf({ host, id, start, unlisted }: Video): string {
  if (host === 'player.vimeo.com') return `https://${host}/video/${id}${unlisted ? `?h=${unlisted}` : ''}${start > 0 ? `#t=${start}s` : ''}`
  return `https://${host}/embed/${id}${start > 0 ? `?start=${start}` : ''}`
}

/** Players of a list and of whatever a channel sends right now stand where an id would. */
const noVideo = ['videoseries', 'live_stream']

const isYouTube = (id: string | undefined): id is string => id !== undefined && /^[\w-]{6,20}$/.test(id) && !noVideo.includes(id)

const youTube = (id: string | undefined, url: URL, host: Video['host'] = 'www.youtube.com'): Video | undefined =>
  isYouTube(id) ? { host, id, start: startOf(url) } : undefined

/** vimeo.com/123, vimeo.com/123/hash of an unlisted video, and the longer forms under channels and groups. */
function vimeo(parts: string[], url: URL): Video | undefined {
  const at = parts.findIndex((part) => /^\d{5,12}$/.test(part))
  const id = parts[at]
  if (!id) return undefined
  const unlisted = url.searchParams.get('h') ?? parts[at + 1]
  return {
    host: 'player.vimeo.com',
    id,
    start: startOf(url),
    unlisted: unlisted && /^[0-9a-f]{6,20}$/.test(unlisted) ? unlisted : undefined,
  }
}

const partsOf = ({ pathname }: URL) => pathname.split('/').filter(Boolean)

/** Where a link says that the video begins: `90`, `90s` or `1h2m3s` as `t` or `start`, or as `#t=`. In seconds. */
function startOf({ searchParams, hash }: URL): number {
  const time = searchParams.get('t') ?? searchParams.get('start') ?? hash.replace('#t=', '')
  if (/^\d{1,6}$/.test(time)) return Number(time)
  const [, h = 0, m = 0, s = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s)?$/.exec(time) ?? []
  return Number(h) * 3600 + Number(m) * 60 + Number(s)
}
