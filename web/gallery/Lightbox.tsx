import { ChevronLeft, ChevronRight, Download, RefreshCw } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Image } from '#contract/images.ts'
import { imageApi } from '#web/api/images.ts'
import { FileButton, IconButton } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { fileSize } from '#web/components/file-size.ts'
import { formatCount, formatTotal } from '#web/components/format-count.ts'
import { Picture } from '#web/components/Picture.tsx'
import { HistoryButton } from '#web/history/HistoryButton.tsx'
import { useReplacement } from '#web/media/replacing.ts'
import { notifyFailure } from '#web/toasts/notices.ts'
import { DetailsButton } from './DetailsButton.tsx'
import { fileName } from './download-images.ts'
import { UseList } from './uses.tsx'

type LightboxProps = {
  /** As far as they are loaded, of `total`. */
  images: Image[]
  total: number
  /** Which of them is shown; -1 for none. */
  at: number
  onShow: (image: Image) => void
  onClose: () => void
}

/** An image of the gallery in full size, with its uses and actions. The arrow keys show the previous or next image. */
export function Lightbox({ images, total, at, onShow, onClose }: LightboxProps) {
  const image = images[at]
  if (!image) return null
  const steps = { ArrowLeft: at - 1, ArrowRight: at + 1 }
  const go = (to: number) => images[to] && onShow(images[to])

  function steer({ key, target, currentTarget }: KeyboardEvent) {
    // Its history has a dialog of its own.
    const isHere = target instanceof Element && target.closest('dialog') === currentTarget
    if (!isHere) return
    if (key === 'ArrowLeft' || key === 'ArrowRight') go(steps[key])
  }

  return (
    <Dialog title={image.name} width="w-[min(1200px,calc(100vw-32px))]" onKeyDown={steer} onClose={onClose}>
      <div className="max-h-[calc(100dvh-96px)] overflow-y-auto">
        <div className="relative h-[46dvh] bg-sunk md:h-[60dvh]">
          <Picture
            key={image._id}
            url={image.url}
            alt={image.altText || image.name}
            sizes="(width >= 1232px) 1200px, 94vw"
            className="!object-contain"
          />
        </div>
        <footer className="flex flex-wrap items-start gap-x-8 gap-y-4 border-line border-t px-5 py-4">
          <div className="min-w-0 flex-1 basis-60">
            <p role="status" className="tabular-nums">
              {image.width} × {image.height} pixels, <span className="whitespace-nowrap">{fileSize(image.bytes)}</span>
              <span className="sr-only">, {image.name}</span>
              <span className="whitespace-nowrap text-ink-3">
                {' · '}
                {formatCount(at + 1)} of {formatTotal(total)}
              </span>
            </p>
            <p className="mt-1 wrap-anywhere text-ink-2">{altInWords(image)}</p>
            <UseList key={image._id} image={image} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <IconButton
              label="Previous image"
              aria-disabled={!images[at - 1]}
              className="aria-disabled:opacity-40"
              onClick={() => go(at - 1)}
              Icon={ChevronLeft}
              size={20}
            />
            <IconButton
              label="Next image"
              aria-disabled={!images[at + 1]}
              className="aria-disabled:opacity-40"
              onClick={() => go(at + 1)}
              Icon={ChevronRight}
              size={20}
            />
            <ReplaceButton image={image} />
            <DetailsButton key={`${image._id} details`} image={image} />
            <HistoryButton key={image._id} resource={imageApi} id={image._id} title={image.name} />
            <DownloadLink image={image} />
          </div>
        </footer>
      </div>
    </Dialog>
  )
}

/** Picks a file that replaces the image everywhere. */
function ReplaceButton({ image }: { image: Image }) {
  const { run, isBusy } = useReplacement()
  function tellFailure(error: unknown) {
    console.error('An image could not be replaced', error)
    notifyFailure("couldn't be replaced.", error, { about: { name: image.name } })
  }

  function pick([file]: Iterable<File>) {
    if (file && !isBusy) run(image, file).catch(tellFailure)
  }
  return (
    <FileButton multiple={false} onPick={(files) => pick(files ?? [])} Icon={RefreshCw}>
      {isBusy ? 'Replacing...' : 'Replace'}
    </FileButton>
  )
}

const altInWords = ({ altText, decorative }: Image) => (decorative ? 'Decorative' : altText ? `Alt text: ${altText}` : 'No alt text')

/** The largest rendition under the image's own name. It is WebP, independent of the uploaded format. */
function DownloadLink({ image: { name, url } }: { image: Image }) {
  return (
    <a
      href={url}
      download={fileName(name)}
      className="inline-flex min-h-9 items-center gap-2 rounded-control border border-edge bg-surface px-3.5 font-[550] shadow-resting hover:bg-sunk pointer-coarse:min-h-11"
    >
      <Download size={16} />
      Download
    </a>
  )
}
