import { Trash2 } from 'lucide-react'
import type { Image } from '#contract/images.ts'
import { IconButton } from '#web/components/Button.tsx'
import { Picture } from '#web/components/Picture.tsx'
import { countOfUses } from './uses.tsx'

export function ImageCard({ image, onOpen, onDelete }: { image: Image; onOpen: () => void; onDelete: () => void }) {
  return (
    <figure className="reveals group h-full">
      <div className="relative aspect-square overflow-hidden rounded-card border border-line bg-sunk transition-shadow group-hover:shadow-raised">
        <button type="button" onClick={onOpen} className="absolute inset-0 rounded-card -outline-offset-2">
          <Picture
            url={image.url}
            alt={`Open ${image.name}`}
            sizes="(width >= 1800px) 300px, (width >= 1360px) 214px, (width >= 1024px) 24vw, (width >= 768px) 32vw, 46vw"
            className="!object-contain"
          />
        </button>
        <div className="reveal absolute top-2 right-2">
          <IconButton
            label={`Delete ${image.name}`}
            onClick={onDelete}
            className="border border-line !bg-surface shadow-raised !text-ink hover:!text-bad"
            Icon={Trash2}
          />
        </div>
      </div>
      <figcaption className="mt-2 px-0.5">
        <p dir="auto" className="truncate font-[550] text-small" title={image.name}>
          {image.name}
        </p>
        <p className="truncate text-ink-3 text-tiny tabular-nums">
          {image.width} × {image.height} · {countOfUses(image)}
        </p>
      </figcaption>
    </figure>
  )
}

export function ImageSkeleton() {
  return (
    <div className="animate-breathe">
      <div className="skeleton aspect-square !rounded-card" />
      <div className="skeleton mt-2.5 h-3.5 w-3/4" />
      <div className="skeleton mt-1.5 h-3 w-1/2" />
    </div>
  )
}
