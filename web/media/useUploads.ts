import { useState } from 'react'
import { imageApi } from '#web/api/images.ts'
import { useIsMounted } from '#web/components/is-mounted.ts'
import { useStore } from '#web/store.ts'
import { onlyImages } from './image-files.ts'
import type { Uploaded, Uploads } from './uploads.ts'

/** Uploads dropped or picked files, and adds each image to the gallery's list. `onImage` is called for each while the component is mounted. */
export function useUploads(uploads: Uploads, onImage: (arrived: Uploaded) => void = () => {}) {
  const files = useStore(uploads)
  const [problem, setProblem] = useState<string>()
  const added = imageApi.useAdded()
  const isHere = useIsMounted()

  async function follow(promise: Promise<Uploaded>) {
    const arrived = await promise
    added(arrived.image)
    if (isHere()) onImage(arrived)
  }

  function add(images: File[]): Promise<unknown> {
    setProblem(images.length === 0 ? 'Please drop only image files' : undefined)
    return Promise.all(uploads.add(images).map(follow))
  }

  return {
    files,
    /** Why none of the dropped files is uploaded. */
    problem,
    /**
     * The promise keeps when all are stored and breaks when one is not; what failed shows in `files`. `onImages` hears which files are images
     * before they are sent.
     */
    send(picked: FileList | null, onImages: (images: File[]) => void = () => {}): Promise<unknown> {
      const images = onlyImages([...(picked ?? [])])
      return quietly(
        images.then((found) => {
          onImages(found)
          return add(found)
        }),
      )
    },
    retry: (id: number) => quietly(follow(uploads.retry(id))),
    clear() {
      setProblem(undefined)
      uploads.clear()
    },
  }
}

/** Failures are shown by the queue itself; here they are only kept from being reported as unhandled. */
function quietly<Result>(promise: Promise<Result>) {
  promise.catch(() => {})
  return promise
}
