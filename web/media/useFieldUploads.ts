import { useRef, useState } from 'react'
import type { FieldProps } from '#web/forms/useForm.ts'
import { createUploads, isStored, type Uploaded } from './uploads.ts'
import { useUploads } from './useUploads.ts'

/**
 * The uploads of one form field, which block its submission. A file that is sent alone or again becomes the field's value, if `isWanted`:
 * no other file has been sent or chosen since.
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
    /** Forgets the files that are stored and need no word, so that a dialog opened later doesn't show them again. */
    forgetStored: () => queue.clear((upload) => isStored(upload) && !upload.note),
    /** Called when another image is chosen: running uploads go to the gallery only. */
    wantNone() {
      wanted.current = undefined
    },
  }
}

export type FieldUploads = ReturnType<typeof useFieldUploads>

/** Phones call many pictures alike. */
const isSame = (one: File, other: File) => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
