import { Upload } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Image } from '#contract/images.ts'
import { imageApi } from '#web/api/images.ts'
import { useList } from '#web/api/resource.ts'
import { perSession } from '#web/api/session.ts'
import { FileButton } from '#web/ui/base/Button.tsx'
import { createUploads } from '#web/ui/images/uploads.ts'
import { useUploads } from '#web/ui/images/useUploads.ts'
import { CardList } from '#web/ui/list/CardList.tsx'
import { focusOn } from '#web/ui/list/deletion.ts'
import { PageHead } from '#web/ui/page/PageHead.tsx'
import { DropZone } from './DropZone.tsx'
import { ImageCard, ImageSkeleton } from './ImageCard.tsx'
import { Lightbox } from './Lightbox.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import { UsesInWords } from './uses.tsx'

/** Outside the screen, so that uploads go on while somebody looks at others. */
const queue = perSession(createUploads)

export function Gallery() {
  const uploads = useUploads(queue())
  const { query, items } = useList(imageApi)
  const [open, setOpen] = useState<string>()

  function close() {
    flushSync(() => setOpen(undefined))
    focusOn(open)
  }

  return (
    <>
      <PageHead title="Image Gallery" subtitle="Upload and manage your images">
        <FileButton look="primary" onPick={(files) => void uploads.send(files)}>
          <Upload size={16} aria-hidden="true" />
          Upload Images
        </FileButton>
      </PageHead>
      <UploadPanel uploads={uploads} />
      <DropZone isEmpty={query.isSuccess && items.length === 0} onFiles={(files) => void uploads.send(files)} />
      <CardList
        collection={imageApi}
        label="Images"
        empty={null}
        nameOf={(image) => image.name}
        confirm="Are you sure you want to delete this image?"
        warning={usage}
        columns="grid-cols-2 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6"
        skeleton={<ImageSkeleton />}
      >
        {(image, onDelete) => <ImageCard image={image} onOpen={() => setOpen(image._id)} onDelete={onDelete} />}
      </CardList>
      {open !== undefined && (
        <Lightbox images={items} at={items.findIndex(({ _id }) => _id === open)} onShow={(at) => setOpen(items[at]?._id)} onClose={close} />
      )}
    </>
  )
}

/** Where the image is used: those places keep it. */
function usage({ usedBy }: Image) {
  if (usedBy.length === 0) return undefined
  return (
    <>
      It is used by <UsesInWords usedBy={usedBy} />, which will keep it. It only leaves the gallery.
    </>
  )
}
