import { useState } from 'react'
import type { Image } from '#contract/images.ts'
import type { Bound } from '#web/ui/form/form.ts'
import { createUploads } from './uploads.ts'
import { useUploads } from './useUploads.ts'

/** The uploads of one field of a form, which waits for them. `isOnly` tells whether an image came alone. */
export function useFieldUploads({ hold }: Pick<Bound<unknown>, 'hold'>, onImage: (image: Image, isOnly: boolean) => void) {
  const [queue] = useState(() => createUploads())
  const uploads = useUploads(queue, (image) => onImage(image, queue.get().length === 1))
  return {
    ...uploads,
    send(files: FileList | null) {
      uploads.clear()
      hold(uploads.send(files))
    },
    retry: (id: number) => hold(uploads.retry(id)),
  }
}

export type FieldUploads = ReturnType<typeof useFieldUploads>
