import { folded } from '#web/import/columns/headings.ts'
import type { Picture } from '#web/import/state/state.ts'
import { keysOf } from './names.ts'

const indexes = new WeakMap<readonly Picture[], ReadonlyMap<string, Picture>>()

/** The pictures by the texts under which they are found; of two alike the first one counts. */
function indexOf(pictures: readonly Picture[]): ReadonlyMap<string, Picture> {
  const known = indexes.get(pictures)
  if (known) return known
  const index = new Map<string, Picture>()
  // The names themselves go before names without additions.
  for (const at of [0, 1])
    for (const picture of pictures) {
      const key = keysOf(picture.file.name)[at]
      if (key !== undefined && !index.has(key)) index.set(key, picture)
    }
  indexes.set(pictures, index)
  return index
}

/** Returns the picture with a file name, with or without its extension. */
function findPicture(pictures: readonly Picture[], name: string): Picture | undefined {
  if (pictures.length === 0) return undefined
  const index = indexOf(pictures)
  return keysOf(name)
    .map((key) => index.get(key))
    .find((found) => found !== undefined)
}

/** Returns the picture whose name is a title. */
export const pictureOfTitle = (pictures: readonly Picture[], title: string): Picture | undefined => indexOf(pictures).get(folded(title))

/** A name, an address in the gallery, or a picture: the parts of a cell with images. */
export type ImagePart = { text: string; picture?: Picture; isStored: boolean }

/** Returns the images in a cell. With `isList`, the names are separated by semicolons, commas or line breaks. */
export function imagesIn(cell: string, isList: boolean, pictures: readonly Picture[]): ImagePart[] {
  const whole = partOf(cell.trim(), pictures)
  if (whole.text === '') return []
  if (!isList || whole.picture) return [whole]
  return cell
    .split(/[;\n]|, /)
    .map((text) => partOf(text.trim(), pictures))
    .filter(({ text }) => text !== '')
}

function partOf(text: string, pictures: readonly Picture[]): ImagePart {
  if (text.startsWith('/media/')) return { text, isStored: true }
  const picture = text === '' ? undefined : findPicture(pictures, text)
  return { text, isStored: false, ...(picture && { picture }) }
}
