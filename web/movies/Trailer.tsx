import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isWebAddress } from '#contract/fields.ts'
import { playerAddress, playerHosts } from '#contract/trailers.ts'
import { pageSetting } from '#web/components/page-setting.ts'
import { TrailerCover } from './TrailerCover.tsx'

/** Hosts besides YouTube and Vimeo that the server's Content-Security-Policy lets into a frame. */
const moreHosts = pageSetting('trailer-hosts').split(/\s+/).filter(Boolean)

/** The address of the player that shows this trailer in the page; `undefined` where it can only be linked to. */
export const trailerPlayer = (address: string) => playerAddress(address, moreHosts)

type TrailerProps = {
  address: string
  title: string
  /** The picture shown in place of the player until a click; '' for none. */
  cover: string
}

/** A movie's trailer: the player in a sandboxed frame, its name, and a link to it. YouTube requires a referrer. An unknown host is only linked. */
export function Trailer({ address, title, cover }: TrailerProps) {
  const [played, setPlayed] = useState<string>()
  const player = trailerPlayer(address)
  if (!isWebAddress(address)) return null
  const { hostname } = new URL(address)
  if (!player) return <TrailerLink to={address}>Watch the trailer on {hostname}</TrailerLink>
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-sunk">
      <div className="aspect-video bg-black">
        {played !== player ? (
          <TrailerCover
            cover={cover}
            title={title}
            host={new URL(player).hostname.replace(/^www\./, '')}
            onPlay={() => setPlayed(player)}
          />
        ) : (
          <iframe
            ref={takeFocus}
            src={playing(player)}
            title={`Trailer for ${title}`}
            loading="lazy"
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
            referrerPolicy="strict-origin-when-cross-origin"
            allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
            className="size-full"
          />
        )}
      </div>
      <figcaption className="flex items-center gap-x-4 py-1 pr-3 pl-4">
        <span className="mr-auto min-w-0 truncate">
          Trailer for <bdi className="font-[550]">{title}</bdi>
        </span>
        <TrailerLink to={watchAddress(player)}>Open trailer</TrailerLink>
      </figcaption>
    </figure>
  )
}

/** The address at which a player of YouTube or Vimeo begins to play by itself. */
function playing(player: string): string {
  const address = new URL(player)
  if (playerHosts.some((host) => host === address.hostname)) address.searchParams.set('autoplay', '1')
  return address.href
}

/** The button that had the focus is gone. */
const takeFocus = (frame: HTMLIFrameElement | null) => frame?.focus()

function TrailerLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control font-[550] text-accent-text hover:underline"
    >
      <ExternalLink size={16} />
      {children}
    </a>
  )
}

/** The page of the video that a player of YouTube or Vimeo shows; players refuse to play in a tab of their own. */
function watchAddress(player: string): string {
  const { hostname, pathname, searchParams } = new URL(player)
  const [, kind, id] = pathname.split('/')
  const start = searchParams.get('start')
  if (/(^|\.)youtube(-nocookie)?\.com$/.test(hostname) && kind === 'embed' && id)
    return `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}` : ''}`
  const unlisted = searchParams.get('h')
  if (hostname === 'player.vimeo.com' && id) return `https://vimeo.com/${id}${unlisted ? `/${unlisted}` : ''}`
  return player
}
