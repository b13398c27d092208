import { type ReactEventHandler, useState } from 'react'
import { type FocalPoint, renditions } from '#contract/pictures.ts'
import { Mark } from './Mark.tsx'

type PictureProps = {
  /** An image of the gallery, or '' for none. */
  url: string
  /** '' where the text beside the image describes it. */
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  /** The point that stays visible in a crop; the default is the centre. */
  focus?: FocalPoint | undefined
  className?: string
  onLoad?: ReactEventHandler<HTMLImageElement>
}

/** A gallery image that fills its box, in the width that fits. The mark replaces an image that is missing or can't be loaded. */
export function Picture({ url, alt, sizes, focus, className = '', onLoad }: PictureProps) {
  const [missing, setMissing] = useState('')
  const widths = renditions(url)
  if (widths.length === 0 || url === missing) return <NoPicture alt={alt} className={className} />
  return (
    <img
      // The order counts: React sets attributes in turn, and each one after `src` makes the browser choose the image again.
      loading="lazy"
      decoding="async"
      sizes={sizes}
      srcSet={widths.map((width) => `${width.url} ${width.width}w`).join(', ')}
      src={url}
      alt={alt}
      style={focus && { objectPosition: `${focus.x}% ${focus.y}%` }}
      onLoad={onLoad}
      onError={() => setMissing(url)}
      className={`absolute inset-0 size-full object-cover ${className}`}
    />
  )
}

function NoPicture({ alt, className = '' }: { alt: string; className?: string }) {
  return (
    <div
      {...(alt && { role: 'img', 'aria-label': alt })}
      className={`absolute inset-0 grid place-items-center bg-linear-160 from-accent-soft to-sunk ${className}`}
    >
      <Mark size={36} />
    </div>
  )
}
