import { Play } from 'lucide-react'
import { Picture } from '#web/components/Picture.tsx'

type TrailerCoverProps = { cover: string; title: string; host: string; onPlay: () => void }

/** Stands in for a player until a click, so that the page requests nothing from another host before. */
export function TrailerCover({ cover, title, host, onPlay }: TrailerCoverProps) {
  return (
    <button
      type="button"
      onClick={onPlay}
      className="group relative block size-full overflow-hidden bg-velvet text-white outline-offset-[-4px]"
    >
      {cover && (
        <div aria-hidden="true" className="hero absolute inset-0">
          <Picture url={cover} alt="" sizes="320px" />
        </div>
      )}
      {cover && (
        <div aria-hidden="true" className="absolute inset-y-0 left-1/2 aspect-2/3 -translate-x-1/2">
          <Picture url={cover} alt="" sizes="320px" className="opacity-55" />
        </div>
      )}
      <span className="absolute inset-0 grid place-content-center justify-items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-16 place-items-center rounded-full bg-accent text-on-accent shadow-dialog transition-transform group-hover:scale-105 forced-colors:border"
        >
          <Play size={28} fill="currentColor" className="translate-x-0.5" />
        </span>
        <span className="rounded-full bg-black/70 px-3 py-1 font-[550] text-small">
          Play trailer<span className="sr-only"> for {title}</span> from {host}
        </span>
      </span>
    </button>
  )
}
