import { Check, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Image } from '#contract/images.ts'
import { imageApi } from '#web/api/images.ts'
import { useList } from '#web/api/resource.ts'
import { Alert, reasonOf } from '#web/ui/base/Alert.tsx'
import { FileButton } from '#web/ui/base/Button.tsx'
import { Dialog } from '#web/ui/base/Dialog.tsx'
import { Spinner } from '#web/ui/base/Spinner.tsx'
import { ShowMore } from '#web/ui/list/ShowMore.tsx'
import { useFileDrop } from './file-drop.ts'
import { Picture } from './Picture.tsx'
import { UploadState } from './UploadState.tsx'
import type { FieldUploads } from './useFieldUploads.ts'

type ImagePickerProps = {
  title: string
  /** The addresses of what is chosen now. */
  chosen: string[]
  /** Those of the field: new images can be uploaded here too. */
  uploads: FieldUploads
  onPick: (url: string) => void
  onClose: () => void
  /** The foot of the dialog. */
  children?: ReactNode
}

/** The gallery in a dialog: one click picks an image. */
export function ImagePicker({ title, chosen, uploads, onPick, onClose, children }: ImagePickerProps) {
  const { query, items, total } = useList(imageApi)
  const { isOver, zone } = useFileDrop(uploads.send)

  return (
    <Dialog
      title={title}
      onClose={onClose}
      tools={
        <FileButton onPick={uploads.send}>
          <Upload size={16} aria-hidden="true" />
          Upload
        </FileButton>
      }
    >
      <div {...zone} className={`h-[60vh] overflow-y-auto p-5 ${isOver ? 'bg-accent-soft' : ''}`}>
        <div aria-live="polite" className="grid gap-3 not-empty:mb-4">
          {uploads.problem && <p className="text-bad">{uploads.problem}</p>}
          {uploads.files.map((upload) => (
            <UploadState key={upload.id} upload={upload} onRetry={() => uploads.retry(upload.id)} />
          ))}
        </div>
        {query.isError && <Alert text={imageApi.failed.list} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />}
        {query.isPending && <Spinner />}
        {query.isSuccess && items.length === 0 && (
          <p className="grid h-40 place-items-center text-center text-ink-2">The gallery is empty. Upload an image, or drop one here.</p>
        )}
        <ul className="grid grid-cols-2 gap-4 md:grid-cols-3">
          {items.map((image) => (
            <li key={image._id}>
              <Choice image={image} isChosen={chosen.includes(image.url)} onPick={() => onPick(image.url)} />
            </li>
          ))}
        </ul>
        <ShowMore query={query} shown={items.length} total={total} />
      </div>
      {children}
    </Dialog>
  )
}

function Choice({ image, isChosen, onPick }: { image: Image; isChosen: boolean; onPick: () => void }) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onPick} className="group block w-full rounded-[8px] text-left outline-offset-4">
      <span
        className={`relative block aspect-4/3 overflow-hidden rounded-[8px] bg-sunk transition-shadow group-hover:shadow-raised ${isChosen ? 'ring-2 ring-accent ring-offset-3 ring-offset-surface' : ''}`}
      >
        <Picture url={image.url} alt="" sizes="(width >= 768px) 230px, 45vw" className="!object-contain" />
        {isChosen && (
          <span className="absolute top-2 right-2 grid size-6 place-items-center rounded-full bg-accent text-on-accent shadow-raised">
            <Check size={14} aria-hidden="true" />
          </span>
        )}
      </span>
      <span dir="auto" className={`mt-1.5 block truncate text-tiny ${isChosen ? 'font-[600] text-accent-text' : 'text-ink-2'}`}>
        {image.name}
      </span>
    </button>
  )
}
