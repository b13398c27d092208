import { useRef, useState } from 'react'
import type { Image } from '#contract/images.ts'
import type { Bound } from '#web/ui/form/form.ts'
import { onlyImages } from './file-drop.ts'
import { createUploads } from './uploads.ts'
import { useUploads } from './useUploads.ts'

/**
 * The uploads of one field of a form, which waits for them. Whoever sends a file alone, or tries it again, wants its image in the field:
 * `isWanted` tells whether they still do once it is there, and have neither sent nor chosen anything else since.
 */
export function useFieldUploads({ waitFor }: Pick<Bound<unknown>, 'waitFor'>, onImage: (image: Image, isWanted: boolean) => void) {
  const [queue] = useState(() => createUploads())
  const wanted = useRef<File>(undefined)
  const uploads = useUploads(queue, ({ image, file }) => onImage(image, file === wanted.current))
  return {
    ...uploads,
    send(files: FileList | null) {
      const [first, ...others] = onlyImages(files)
      if (first) wanted.current = others.length === 0 ? first : undefined
      uploads.clear()
      waitFor(uploads.send(files))
    },
    retry(id: number) {
      const again = queue.get().find((upload) => upload.id === id)
      if (again?.isAlone) wanted.current = again.file
      waitFor(uploads.retry(id))
    },
    /** Something else was chosen: what is on its way goes no further than the gallery. */
    wantNone() {
      wanted.current = undefined
    },
  }
}

export type FieldUploads = ReturnType<typeof useFieldUploads>
