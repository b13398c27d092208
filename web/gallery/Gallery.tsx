import { Upload } from 'lucide-react'
import { useCallback } from 'react'
import type { Image } from '#contract/images.ts'
import { imageApi } from '#web/api/images.ts'
import { useListPages } from '#web/api/lists.ts'
import { perSession } from '#web/api/session.ts'
import { FileButton } from '#web/components/Button.tsx'
import { formatCount } from '#web/components/format-count.ts'
import { CardList } from '#web/lists/CardList.tsx'
import { isNarrowed, useListState } from '#web/lists/list-state.ts'
import type { BarProps } from '#web/lists/selection/BarFrame.tsx'
import { UsesInWords } from '#web/media/UsesInWords.tsx'
import { createUploads } from '#web/media/uploads.ts'
import { useUploads } from '#web/media/useUploads.ts'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { stateValue } from '#web/router/location-state.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { paths } from '#web/router/paths.ts'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { InTrash } from '#web/trash/InTrash.tsx'
import { DropZone } from './DropZone.tsx'
import { ImageCard, ImageSkeleton } from './ImageCard.tsx'
import { Lightbox } from './Lightbox.tsx'
import { useOpenImage } from './open-image.ts'
import { UploadPanel } from './UploadPanel.tsx'

/** Outside the screen, so that uploads continue on other screens. */
const queue = perSession(createUploads)

export const Gallery = () => (
  <InTrash collection={imageApi} many="Gallery" list={paths.gallery} note={stillShown}>
    <Images />
  </InTrash>
)

const at = { list: paths.gallery }

/** Loaded with the first selection. */
const ImageBar = lazyOptional<BarProps<Image>>(async () => (await import('./ImageBar.tsx')).ImageBar)

function Images() {
  const uploads = useUploads(queue())
  const state = useListState(imageApi.listing)
  const list = useListPages(imageApi.list(state.asked))
  const { items, total } = list
  const open = useOpenImage(list)

  return (
    <>
      <PageHead title="Image Gallery" subtitle="Upload and manage your images">
        <FileButton input={usePickingAtOnce()} look="primary" onPick={(files) => void uploads.send(files)} Icon={Upload}>
          Upload Images
        </FileButton>
      </PageHead>
      <UploadPanel uploads={uploads} />
      <DropZone isEmpty={total === 0 && !isNarrowed(state.asked)} onFiles={(files) => void uploads.send(files)}>
        <CardList
          collection={imageApi}
          label="Images"
          at={at}
          empty={null}
          confirm="Are you sure you want to delete this image?"
          warning={usage}
          warningOfMany={usageOfMany}
          Bar={ImageBar}
          columns="grid-cols-2 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6"
          open={open.id}
          skeleton={<ImageSkeleton />}
        >
          {(image, onDelete) => <ImageCard image={image} onOpen={() => open.show(image)} onDelete={onDelete} />}
        </CardList>
      </DropZone>
      <Lightbox images={items} total={total ?? items.length} at={open.at} onShow={open.show} onClose={open.close} />
    </>
  )
}

/** For a file input: opens its dialog if the user came here to upload. */
function usePickingAtOnce() {
  const { state, key } = useLocation()
  const isMeant = stateValue(state, 'picksFiles') === true
  return useCallback(
    (input: HTMLInputElement | null) => {
      // Not after a reload or a return to this page.
      if (key && isMeant && navigator.userActivation.isActive) input?.click()
    },
    [key, isMeant],
  )
}

/** The records that still show a deleted image. */
const stillShown = (image: Image) =>
  image.usedByCount > 0 && (
    <>
      Still used by <UsesInWords image={image} />.
    </>
  )

/** The records that use the image and will keep it. */
function usage(image: Image) {
  if (image.usedByCount === 0) return undefined
  return (
    <>
      Used by <UsesInWords image={image} />, which {image.usedByCount === 1 ? 'keeps' : 'keep'} the image. It will only be removed from the
      gallery.
    </>
  )
}

function usageOfMany(images: readonly Image[]) {
  if (images.length === 1) return images.map(usage)
  const used = images.filter(({ usedByCount }) => usedByCount > 0).length
  if (used === 0) return undefined
  return `${formatCount(used)} of these images ${used === 1 ? 'is' : 'are'} used. Records that use an image keep the image.`
}
