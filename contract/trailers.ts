import { plainAddress, targetOf } from './redirects.ts'

/** Hosts whose players may be framed in the page. `TRAILER_HOSTS` adds more. */
export const playerHosts = ['www.youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com'] as const

/**
 * Returns the embed address of a trailer. YouTube's watch, share, shorts and live links and Vimeo's links become the player's address, with the start
 * time. Every other address, including embed addresses, is returned unchanged.
 */
export function embedAddress(typed: string): string {
  const url = plainAddress(typed)
  const video = url && videoOfLink(targetOf(url))
  return video ? addressOf(video) : typed
}

/**
 * Returns the frame address of a trailer, built only from the provider, the video id and the start time. Returns `undefined` when no frame is
 * allowed: the trailer is then a link. `more`: the hosts of `TRAILER_HOSTS`, whose paths are unknown.
 */
export function playerAddress(typed: string, more: readonly string[]): string | undefined {
  const url = plainAddress(typed)
  const video = url && (videoOfLink(targetOf(url)) ?? videoOfPlayer(url))
  if (video) return addressOf(video)
  if (url?.protocol !== 'https:' || !more.includes(url.hostname)) return undefined
  return `https://${url.hostname}${url.pathname}${url.search}`
}

/**
 * Returns the host of a trailer that neither YouTube nor Vimeo plays: 'archive.org', with a scheme or port that isn't the usual one. '' for other
 * trailers and invalid addresses.
 */
export function hostElsewhere(typed: string): string {
  // Nearly all trailers are YouTube embed addresses, and parsing one costs as much as validating a whole movie.
  if (isYouTube(/^https:\/\/www\.youtube\.com\/embed\/([^/?#]+)$/.exec(typed)?.[1])) return ''
  if (!URL.canParse(typed) || playerAddress(typed, []) !== undefined) return ''
  const { protocol, host } = new URL(typed)
  return protocol === 'https:' ? host : `${protocol}//${host}`
}

/** A video of a provider. `host`: the player's host. `start` is in seconds. `unlisted`: the hash of an unlisted Vimeo video. */
type Video = { host: (typeof playerHosts)[number]; id: string; start: number; unlisted?: string | undefined }

/** Returns the video of a link from the address bar or the share button. */
function videoOfLink(url: URL): Video | undefined {
  const host = url.hostname.replace(/^(?:www|m|music|gaming|studio|[a-z]{2})\./, '')
  if (host === 'vimeo.com') return vimeo(url)
  if (!['youtube.com', 'youtube-nocookie.com', 'youtubekids.com', 'youtu.be'].includes(host)) return undefined
  const [place = '', id] = partsOf(url)
  const isShort = host === 'youtu.be'
  if (/^(?:watch(?:_popup)?)?$/.test(place) && !id) return youTube(url.searchParams.get('v'), url)
  if (/^(?:watch|shorts|live|video|vi?|e)$/.test(place)) return youTube(id, url)
  return isShort ? youTube(place, url) : undefined
}

/** Returns the video of a player's address. */
function videoOfPlayer(url: URL): Video | undefined {
  const [place, id = '', ...rest] = partsOf(url)
  switch (url.hostname) {
    case 'www.youtube.com':
    case 'youtube.com':
      return place === 'embed' && rest.length === 0 && isYouTube(id) ? youTube(id, url) : undefined
    case 'www.youtube-nocookie.com':
    case 'youtube-nocookie.com':
      return place === 'embed' && rest.length === 0 && isYouTube(id) ? youTube(id, url, 'www.youtube-nocookie.com') : undefined
    case 'player.vimeo.com':
      return vimeo(url)
  }
}

function addressOf({ host, id, start, unlisted }: Video): string {
  if (host === 'player.vimeo.com') return `https://${host}/video/${id}${unlisted ? `?h=${unlisted}` : ''}${start > 0 ? `#t=${start}s` : ''}`
  return `https://${host}/embed/${id}${start > 0 ? `?start=${start}` : ''}`
}

/** Names in place of an id: the player of a playlist, and the player of a channel's current live stream. */
const noVideo = ['videoseries', 'live_stream']

const isYouTube = (id: string | undefined): id is string => id !== undefined && /^[\w-]{11}$/.test(id) && !noVideo.includes(id)

/** `typed` is an id, or one with a slash, a sentence's end or the parameters of a link glued on: `PqZeFBbDHhs/`, `PqZeFBbDHhs?si=abc`. */
function youTube(typed: string | null | undefined, url: URL, host: Video['host'] = 'www.youtube.com'): Video | undefined {
  const [first = '', ...glued] = (typed ?? '').split(/[?&#]/)
  const id = first.trim().replace(/[/.,;)\]]{1,9}$/, '')
  return isYouTube(id) ? { host, id, start: startOf(url) || startIn(new URLSearchParams(glued.join('&'))) } : undefined
}

/** The paths of single videos on Vimeo. Other numbered pages (showcases, albums, channels, events) have several videos, or none. */
const vimeoPaths =
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:(?:m|videos?|channels\/[^/]+(?:\/videos?)?|ondemand\/[^/]+|(?:groups\/[^/]+|categories\/[^/]+|reviews\/[^/]+|manage)\/videos?|manage|(?:showcase|album)\/\d+\/videos?|[^/]+\/review)\/)?(?<id>\d{5,12})(?:[/:](?<hash>[0-9a-f]{6,20}))?(?<page>(?:\/[a-z_-]{1,30})*)\/?$/

/** Returns the video of an address on vimeo.com or of Vimeo's player. The hash of an unlisted video follows the id, or is the parameter `h`. */
function vimeo(url: URL): Video | undefined {
  const isPlayer = url.hostname === 'player.vimeo.com'
  const { id, hash, page } = vimeoPaths.exec(url.pathname)?.groups ?? {}
  const shown = id ?? (/^\/(?:showcase|album)\/\d+\/?$/.test(url.pathname) ? url.searchParams.get('video') : undefined)
  // The settings of a video (`/76979871/settings`) are a page of vimeo.com, and no player.
  if (!shown || !/^\d{5,12}$/.test(shown) || (isPlayer && (page || !url.pathname.startsWith('/video/')))) return undefined
  const unlisted = url.searchParams.get('h') ?? hash
  return {
    host: 'player.vimeo.com',
    id: shown,
    start: startOf(url),
    unlisted: unlisted && /^[0-9a-f]{6,20}$/.test(unlisted) ? unlisted : undefined,
  }
}

const partsOf = ({ pathname }: URL) => pathname.split('/').filter(Boolean)

/** Returns the start time of a link in seconds: `90`, `90s` or `1h2m3s` as `t` or `start`, or as `#t=`. */
const startOf = ({ searchParams, hash }: URL): number => startIn(searchParams) || secondsIn(hash.replace('#t=', ''))

const startIn = (parameters: URLSearchParams): number => secondsIn(parameters.get('t') ?? parameters.get('start') ?? '')

function secondsIn(time: string): number {
  if (/^\d{1,6}$/.test(time)) return Number(time)
  const [, h = 0, m = 0, s = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s)?$/.exec(time) ?? []
  return Number(h) * 3600 + Number(m) * 60 + Number(s)
}
