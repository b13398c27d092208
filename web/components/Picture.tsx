import { type ReactEventHandler, useState } from 'react'
import { renditions } from '#contract/pictures.ts'
import { Mark } from './Mark.tsx'

type PictureProps = {
  /** An image of the gallery, or '' for none. */
  url: string
  /** '' where the words beside it say what it shows. */
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  className?: string
  onLoad?: ReactEventHandler<HTMLImageElement>
}

/** A gallery image in the width that fits, filling its box. The mark stands in for an image that is missing or can't be loaded. */
export function Picture({ url, alt, sizes, className = '', onLoad }: PictureProps) {
  const [missing, setMissing] = useState('')
  const widths = renditions(url)
  if (widths.length === 0 || url === missing) return <NoPicture alt={alt} className={className} />
  return (
    <img
      // The order counts: React sets one after the other, and the browser looks for the picture anew with each that comes after its address.
      loading="lazy"
      decoding="async"
      sizes={sizes}
      srcSet={widths.map((width) => `${width.url} ${width.width}w`).join(', ')}
      src={url}
      alt={alt}
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
