import { use } from 'react'
import { movies } from '#contract/movies.ts'
import { call } from '#web/api/call.ts'
import { Mark } from '#web/components/Mark.tsx'
import { Picture } from '#web/components/Picture.tsx'

const places = Array.from({ length: 24 }, (_, place) => place)

/** Asked for once; the wall does without when the call fails. */
const wanted = call(movies.list, { query: { limit: String(places.length) } }).then(
  ({ items }) => items.flatMap(({ image }) => (image ? [image] : [])),
  (): string[] => [],
)

/** A tilted wall of the chain's own posters; the mark again and again where there are none yet. Only to look at. */
export function PosterWall() {
  const posters = use(wanted)
  return (
    <div
      aria-hidden="true"
      className="absolute top-[-15%] -right-[30%] -left-[2%] grid min-h-[150%] content-start origin-top-left -rotate-6 grid-cols-4 gap-3.5 bg-velvet p-3.5"
    >
      {places.map((place) => (
        <div key={place} className="relative aspect-2/3 overflow-hidden rounded-[8px] bg-white/6">
          <Poster url={posters[place % posters.length]} />
        </div>
      ))}
    </div>
  )
}

function Poster({ url }: { url: string | undefined }) {
  if (url !== undefined) return <Picture url={url} alt="" sizes="(width >= 1360px) 260px, 20vw" className="animate-rise" />
  return (
    <div className="grid size-full place-items-center opacity-15">
      <Mark size={44} />
    </div>
  )
}
