import type { FocalPoint } from '#contract/pictures.ts'
import { Picture } from '#web/components/Picture.tsx'

/** The ground of a movie's page: its cover, blurred and dark enough everywhere for white text; plain without a cover. */
export function Hero({ cover, focus }: { cover: string; focus: FocalPoint | undefined }) {
  return (
    <div aria-hidden="true" className="relative col-span-full row-start-1 row-end-3 overflow-hidden bg-velvet md:row-end-2">
      {cover && (
        <div className="hero absolute inset-0">
          <Picture url={cover} focus={focus} alt="" sizes="320px" className="object-[50%_30%]" />
        </div>
      )}
    </div>
  )
}
