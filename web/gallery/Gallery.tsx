import { CloudUpload, Upload } from 'lucide-react'
import type { Image } from '#contract/images.ts'
import { imageApi } from '#web/api/images.ts'
import { perSession } from '#web/api/session.ts'
import { FileButton } from '#web/ui/base/Button.tsx'
import { EmptyState } from '#web/ui/base/EmptyState.tsx'
import { useFileDrop } from '#web/ui/images/file-drop.ts'
import { createUploads } from '#web/ui/images/uploads.ts'
import { useUploads } from '#web/ui/images/useUploads.ts'
import { CardList } from '#web/ui/list/CardList.tsx'
import { PageHead } from '#web/ui/page/PageHead.tsx'
import { ImageCard, ImageSkeleton } from './ImageCard.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { usesInWords } from './uses.tsx'

/** Outside the screen, so that uploads go on while somebody looks at others. */
const queue = perSession(createUploads)

export function Gallery() {
  const uploads = useUploads(queue())
  const { isOver, zone } = useFileDrop((files) => void uploads.send(files))

  return (
    <>
      <PageHead title="Image Gallery" subtitle="Upload and manage your images">
        <FileButton look="primary" onPick={(files) => void uploads.send(files)}>
          <Upload size={16} aria-hidden="true" />
          Upload Images
        </FileButton>
      </PageHead>
      <UploadPanel uploads={uploads} />
      <div
        {...zone}
        className={`mb-6 flex items-center justify-center gap-3 rounded-card border border-dashed px-6 py-7 text-center transition-colors ${isOver ? 'border-accent bg-accent-soft text-accent-text' : 'border-edge bg-surface text-ink-2'}`}
      >
        <CloudUpload size={22} aria-hidden="true" className="shrink-0 text-accent-text max-sm:hidden" />
        <p>Drag and drop your images here, or click the upload button above</p>
      </div>
      <CardList
        collection={imageApi}
        label="Images"
        empty={<EmptyState title="No images" text="Get started by uploading some images" />}
        nameOf={(image) => image.name}
        confirm="Are you sure you want to delete this image?"
        warning={usage}
        columns="grid-cols-2 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6"
        skeleton={<ImageSkeleton />}
      >
        {(image, onDelete) => <ImageCard image={image} onDelete={onDelete} />}
      </CardList>
    </>
  )
}

/** Where the image is used: those places keep it. */
function usage({ usedBy }: Image) {
  if (usedBy.length === 0) return undefined
  return `It is used by ${usesInWords(usedBy)}, which will keep it. It only leaves the gallery.`
}
