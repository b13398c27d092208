import { useRef, useState } from 'react'
import type { FieldProps } from '#web/forms/useForm.ts'
import { createUploads, type Uploaded } from './uploads.ts'
import { useUploads } from './useUploads.ts'

/**
 * The uploads of one field of a form, which waits for them. Whoever sends a file alone, or tries it again, wants its image in the field:
 * `isWanted` tells whether they still do once it is there, and have neither sent nor chosen anything else since.
 */
export function useFieldUploads(
  { blockSubmitUntil }: Pick<FieldProps<unknown>, 'blockSubmitUntil'>,
  onImage: (arrived: Uploaded, isWanted: boolean) => void,
) {
  const [queue] = useState(() => createUploads())
  const wanted = useRef<File>(undefined)
  const uploads = useUploads(queue, (arrived) => onImage(arrived, arrived.file === wanted.current))

  function makeRoom(images: File[]) {
    const [first, ...others] = images
    if (first) wanted.current = others.length === 0 ? first : undefined
    // What failed can still be tried again, unless the file itself is here again.
    queue.clear(({ state, file }) => state !== 'failed' || images.some((image) => isSame(image, file)))
  }

  return {
    ...uploads,
    send(files: FileList | null) {
      blockSubmitUntil(uploads.send(files, makeRoom))
    },
    retry(id: number) {
      const again = queue.get().find((upload) => upload.id === id)
      if (again?.isAlone) wanted.current = again.file
      blockSubmitUntil(uploads.retry(id))
    },
    /** Something else was chosen: what is on its way goes no further than the gallery. */
    wantNone() {
      wanted.current = undefined
    },
  }
}

export type FieldUploads = ReturnType<typeof useFieldUploads>

/** Phones call many pictures alike. */
const isSame = (one: File, other: File) => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
