import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { images } from '#contract/images.ts'
import { ApiError, call, isMissing } from '#web/api/call.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button, FileButton } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { Picture } from '#web/components/Picture.tsx'
import { Spinner } from '#web/components/Spinner.tsx'
import type { ReplacedImage } from '#web/forms/replaced-image.ts'
import { useFileDrop } from './file-drop.ts'
import { onlyImages } from './image-files.ts'
import { useReplacement } from './replacing.ts'
import { UsesInWords } from './UsesInWords.tsx'

type ReplaceDialogProps = { url: string; tell: (replaced: ReplacedImage) => void; onClose: () => void }

/** Names the records that use an image, and replaces the image in all of them by a file. */
export function ReplaceDialog({ url, tell, onClose }: ReplaceDialogProps) {
  const [failure, setFailure] = useState<Failure>()
  const { run, isBusy } = useReplacement(tell)
  const hash = url.split('/')[2] ?? ''
  const { data: image, error } = useQuery({
    queryKey: ['images', 'one', hash],
    queryFn: ({ signal }) => call(images.get, { params: { id: hash } }, { signal }),
    // A replaced image is in the trash, where this call doesn't find it.
    enabled: !isBusy && !failure?.isFinal,
  })
  const { isOver, zone } = useFileDrop(pick)
  const close = () => !isBusy && onClose()

  async function pick(files: FileList | null) {
    const [file] = await onlyImages([...(files ?? [])])
    if (!file) return setFailure({ text: 'Choose an image file.', isFinal: false })
    if (!image || isBusy) return
    setFailure(undefined)
    try {
      await run(image, file)
      onClose()
    } catch (failed) {
      console.error('An image could not be replaced', failed)
      setFailure({
        text: "The image wasn't replaced.",
        reason: reasonOf(failed),
        isFinal: failed instanceof ApiError && failed.status === 404,
      })
    }
  }

  return (
    <Dialog title="Replace everywhere" width="w-[min(560px,calc(100vw-32px))]" onClose={close}>
      <div className={`p-5 ${isOver ? 'bg-accent-soft' : ''}`} {...zone}>
        {failure && <Alert {...failure} />}
        {error && !image && (
          <Alert text={isMissing(error) ? gone : "The image couldn't be loaded."} reason={isMissing(error) ? undefined : reasonOf(error)} />
        )}
        {!image && !error && <Spinner />}
        {image && (
          <div className="flex gap-5">
            <div className="relative h-40 w-28 shrink-0 overflow-hidden rounded-card bg-sunk">
              <Picture url={url} alt={image.altText || image.name} sizes="112px" className="!object-contain" />
            </div>
            <div className="min-w-0 wrap-anywhere">
              <p dir="auto" className="font-[550]">
                {image.name}
              </p>
              {image.usedByCount > 0 ? (
                <p className="mt-1">
                  Used by <UsesInWords image={image} />.
                </p>
              ) : (
                <p className="mt-1">No saved record uses this image yet.</p>
              )}
              <p className="mt-2 text-ink-2">
                {image.usedByCount > 0 && 'The new image appears there. '}The old image moves to the trash. You can undo that.
              </p>
            </div>
          </div>
        )}
      </div>
      <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
        <Button look="quiet" onClick={close} aria-disabled={isBusy}>
          {failure?.isFinal || (error && !image) ? 'Close' : 'Cancel'}
        </Button>
        {image && !failure?.isFinal && (
          <FileButton look="primary" multiple={false} onPick={(files) => void pick(files)}>
            {isBusy ? 'Replacing...' : 'Choose new image'}
          </FileButton>
        )}
      </footer>
    </Dialog>
  )
}

/** `isFinal`: another file would be refused too. */
type Failure = { text: string; reason?: string | undefined; isFinal: boolean }

const gone = 'This image is no longer in the gallery. Close this dialog and choose another image.'
