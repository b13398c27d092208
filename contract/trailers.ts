/** Hosts whose players may stand in the page: YouTube, its no-cookie host and Vimeo. `TRAILER_HOSTS` adds to them. */
export const playerHosts = ['www.youtube.com', 'youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com'] as const

/**
 * The embed form of a trailer's address. Turns YouTube's watch, share, shorts and live links and Vimeo's links into the address
 * of the player, keeping the start time; everything else, an embed address above all, stays exactly as it was typed.
 */
export function embedAddress(typed: string): string {
  if (!URL.canParse(typed)) return typed
  const url = new URL(typed)
  const host = url.hostname.replace(/^(www|m|music)\./, '')
  const parts = url.pathname.split('/').filter(Boolean)
  if (host === 'youtu.be') return youTube(parts[0], url) ?? typed
  if (host === 'youtube.com' && parts[0] === 'watch') return youTube(url.searchParams.get('v') ?? undefined, url) ?? typed
  if (host === 'youtube.com' && /^(shorts|live|v)$/.test(parts[0] ?? '')) return youTube(parts[1], url) ?? typed
  if (host === 'vimeo.com') return vimeo(parts, url) ?? typed
  return typed
}

/** Whether the player at `address` may stand in the page; `more` are the hosts that `TRAILER_HOSTS` adds. */
export function isPlayer(address: string, more: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, pathname } = new URL(address)
  if (protocol !== 'https:') return false
  // Their other pages, a channel or a playlist, refuse to stand in a frame.
  if (playerHosts.some((host) => host === hostname)) return /^\/(embed|video)\/./.test(pathname)
  return more.includes(hostname)
}

function youTube(id: string | undefined, { searchParams, hash }: URL): string | undefined {
  if (!id || !/^[\w-]{6,20}$/.test(id)) return undefined
  const start = seconds(searchParams.get('t') ?? searchParams.get('start') ?? hash.replace('#t=', ''))
  return `https://www.youtube.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`
}

/** vimeo.com/123, vimeo.com/123/hash of an unlisted video, and the longer forms under channels and groups. */
function vimeo(parts: string[], { searchParams }: URL): string | undefined {
  const at = parts.findIndex((part) => /^\d{5,}$/.test(part))
  const id = parts[at]
  if (!id) return undefined
  const unlisted = searchParams.get('h') ?? parts[at + 1]
  return `https://player.vimeo.com/video/${id}${unlisted && /^[0-9a-f]{6,}$/.test(unlisted) ? `?h=${unlisted}` : ''}`
}

/** `90`, `90s` or `1h2m3s`, in seconds. */
function seconds(time: string): number {
  if (/^\d+$/.test(time)) return Number(time)
  const [, h = 0, m = 0, s = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(time) ?? []
  return Number(h) * 3600 + Number(m) * 60 + Number(s)
}
