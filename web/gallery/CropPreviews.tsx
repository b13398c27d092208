import type { Image } from '#contract/images.ts'
import type { FocalPoint } from '#contract/pictures.ts'
import { Picture } from '#web/components/Picture.tsx'

/** The crops of the screens: their names, and their proportions as classes. */
const crops = [
  ['Movie', 'aspect-2/3'],
  ['Menu item', 'aspect-4/3'],
  ['News, branch', 'aspect-video'],
] as const

/** An image as the screens crop it around a point. */
export function CropPreviews({ image, focus }: { image: Image; focus: FocalPoint }) {
  return (
    <ul aria-label="Previews" className="mt-4 flex flex-wrap gap-4">
      {crops.map(([name, shape]) => (
        <li key={name}>
          <div className={`relative h-42 overflow-hidden rounded-card border border-line bg-sunk max-sm:h-36 ${shape}`}>
            <Picture url={image.url} focus={focus} alt={`${name}: preview`} sizes="320px" />
          </div>
          <p aria-hidden="true" className="mt-1 text-ink-3 text-tiny">
            {name}
          </p>
        </li>
      ))}
    </ul>
  )
}
