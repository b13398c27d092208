import { ExternalLink } from 'lucide-react'
import { isWebAddress } from '#contract/fields.ts'
import { playerAddress } from '#contract/trailers.ts'

/** Hosts besides YouTube and Vimeo that the server's Content-Security-Policy lets into a frame. */
const moreHosts = document.querySelector<HTMLMetaElement>('meta[name="moviebox-trailer-hosts"]')?.content.split(/\s+/).filter(Boolean) ?? []

/** The address of the player that shows this trailer in the page; `undefined` where it can only be linked to. */
export const trailerPlayer = (address: string) => playerAddress(address, moreHosts)

/** A film's trailer: its player in a sandbox, or a link where the player isn't known. YouTube refuses to play without a referrer. */
export function Trailer({ address, title }: { address: string; title: string }) {
  const player = trailerPlayer(address)
  if (player) {
    return (
      <iframe
        src={player}
        title={`Trailer of ${title}`}
        loading="lazy"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        referrerPolicy="strict-origin-when-cross-origin"
        allow="fullscreen; picture-in-picture; encrypted-media"
        className="aspect-video w-full rounded-card bg-black"
      />
    )
  }
  if (!isWebAddress(address)) return null
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-2 rounded-control font-[550] text-accent-text hover:underline"
    >
      <ExternalLink size={16} aria-hidden="true" />
      Watch the trailer on {new URL(address).hostname}
    </a>
  )
}
