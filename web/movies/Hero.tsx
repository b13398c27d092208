import { type CSSProperties, type SyntheticEvent, useState } from 'react'
import { Picture } from '#web/components/Picture.tsx'
import { posterColour } from './hero-colour.ts'

/** What stands behind the head of a film: light of the poster's own colour, dark enough everywhere for white words. */
export function Hero({ poster }: { poster: string }) {
  const [light, setLight] = useState<string>()

  function take({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
    const { hue, chroma } = posterColour(currentTarget)
    setLight(`${chroma.toFixed(3)} ${hue}`)
  }

  return (
    <div aria-hidden="true" className="relative col-span-full row-start-1 row-end-3 overflow-hidden bg-velvet md:row-end-2">
      {poster && <Picture url={poster} alt="" sizes="16px" className="invisible" onLoad={take} />}
      {light && <div className="hero-light absolute inset-0 animate-rise" style={{ '--light': light } as CSSProperties} />}
    </div>
  )
}
