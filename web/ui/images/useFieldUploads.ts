import { useState } from 'react'
import type { Image } from '#contract/images.ts'
import type { Bound } from '#web/ui/form/form.ts'
import { createUploads } from './uploads.ts'
import { useUploads } from './useUploads.ts'

/** The uploads of one field of a form, which waits for them. `isOnly` tells whether an image came alone. */
export function useFieldUploads({ waitFor }: Pick<Bound<unknown>, 'waitFor'>, onImage: (image: Image, isOnly: boolean) => void) {
  const [queue] = useState(() => createUploads())
  const uploads = useUploads(queue, (image) => onImage(image, queue.get().length === 1))
  return {
    ...uploads,
    send(files: FileList | null) {
      uploads.clear()
      waitFor(uploads.send(files))
    },
    retry: (id: number) => waitFor(uploads.retry(id)),
  }
}

export type FieldUploads = ReturnType<typeof useFieldUploads>
