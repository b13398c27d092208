import { type ImagePart, imagesIn } from '#web/import/pictures/find.ts'
import { hashOf } from '#web/import/pictures/hash.ts'
import type { Check, Values } from '#web/import/state/check.ts'
import { cellOf, columnOf, type ImportState, type Row } from '#web/import/state/state.ts'
import type { Outcome } from './calls.ts'

type Found = { _id: string; version: number; before: Values; values: Values }

/** Returns the check of a row by the server's outcome of its preview, with the pictures that were sent empty (`previewOf`). */
export async function checkOf(state: ImportState, row: Row, outcome: Outcome | undefined): Promise<Check> {
  if (!outcome) return { kind: 'faulty', errors: { '': "The server didn't return a result for this row." } }
  switch (outcome.outcome) {
    case 'faulty':
      return { kind: 'faulty', errors: outcome.errors }
    case 'stale':
      return { kind: 'faulty', errors: { '': outcome.error } }
    case 'new':
      return { kind: 'new', values: { ...outcome.fields, ...namesOf(state, row) } }
    case 'changed':
      return foundCheck(state, row, { ...outcome, values: outcome.fields })
    case 'unchanged':
      return foundCheck(state, row, { ...outcome, before: {}, values: {} })
  }
}

async function foundCheck(state: ImportState, row: Row, { _id, version, before, values }: Found): Promise<Check> {
  let found = { before, values }
  for (const { field, images } of pendingIn(state, row)) {
    const { [field]: current, ...otherBefore } = found.before
    const { [field]: _, ...otherValues } = found.values
    const urls = [current ?? []].flat().filter((url) => url !== '')
    if (await areSame(images, urls)) found = { before: otherBefore, values: otherValues }
    else found = { before: { ...found.before, [field]: current ?? '' }, values: { ...found.values, [field]: textIn(images) } }
  }
  const isChanged = Object.keys(found.values).length > 0
  return isChanged ? { kind: 'changed', _id, version, ...found } : { kind: 'unchanged', _id, version }
}

/** The image fields of a row with pictures that the server doesn't know yet. */
function pendingIn(state: ImportState, row: Row): { field: string; images: ImagePart[] }[] {
  const { imageField, imagesField } = state.target
  return [imageField, imagesField].flatMap((field) => {
    if (field === undefined || columnOf(state, field) < 0) return []
    const images = imagesIn(cellOf(state, row, field), field === imagesField, state.pictures)
    return images.some(({ isStored }) => !isStored) ? [{ field, images }] : []
  })
}

const namesOf = (state: ImportState, row: Row): Values =>
  Object.fromEntries(pendingIn(state, row).map(({ field, images }) => [field, textIn(images)]))

const textIn = (images: readonly ImagePart[]) => images.map(({ text }) => text).join('; ')

/** Whether a record has exactly these images. The address of an image contains the hash of its file. */
async function areSame(images: readonly ImagePart[], urls: readonly unknown[]): Promise<boolean> {
  if (images.length !== urls.length) return false
  for (const [at, { text, picture }] of images.entries()) {
    const url = String(urls[at])
    const hash = picture && (await hashOf(picture.file))
    if (picture ? hash === undefined || !url.startsWith(`/media/${hash}/`) : url !== text) return false
  }
  return true
}
