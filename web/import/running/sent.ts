import { imagesIn } from '#web/import/pictures/find.ts'
import type { Picture } from '#web/import/state/state.ts'
import { cellOf, type ImportState, type Row } from '#web/import/state/state.ts'
import type { RowTexts } from './calls.ts'
import { withinLimit } from './fitting.ts'

/**
 * Returns a row for the preview. The server doesn't know its new pictures yet, so their field is sent empty: the outcome then names the image that
 * the record has now.
 */
export const previewOf = (state: ImportState, row: Row): RowTexts =>
  sentOf(state, row, (field) => {
    const images = imagesOf(state, row, field)
    return images.some(({ isStored }) => !isStored) ? '' : images.map(({ text }) => text).join('\n')
  })

/** Returns a row for the import, with the addresses of its uploaded pictures. An image that the record has already is left as it is. */
export const finalOf = (state: ImportState, row: Row): RowTexts =>
  sentOf(state, row, (field) => {
    if (row.check?.kind === 'changed' && !Object.hasOwn(row.check.values, field)) return undefined
    return imagesOf(state, row, field)
      .map(({ text, picture }) => (picture ? addressOf(state, picture) : text))
      .join('\n')
  })

function sentOf(state: ImportState, row: Row, imagesAsText: (field: string) => string | undefined): RowTexts {
  const { imageField, imagesField } = state.target
  const sent: RowTexts = {}
  for (const [at, { field, isAdded }] of state.columns.entries()) {
    const cell = row.cells[at] ?? ''
    if (field === '' || (field === '_id' && state.key !== '_id') || (isAdded && cell.trim() === '')) continue
    const text = field === imageField || field === imagesField ? imagesAsText(field) : cell
    if (text !== undefined) sent[field] = text
  }
  return withinLimit(sent)
}

const imagesOf = (state: ImportState, row: Row, field: string) =>
  imagesIn(cellOf(state, row, field), field === state.target.imagesField, state.pictures)

function addressOf({ uploaded }: ImportState, { id }: Picture): string {
  const outcome = uploaded.get(id)
  return outcome && 'url' in outcome ? outcome.url : ''
}

/** The pictures that the import of these rows needs, each once. */
export function picturesFor(state: ImportState, rows: readonly Row[]): Picture[] {
  const { imageField, imagesField } = state.target
  const wanted = new Set<Picture>()
  for (const row of rows)
    for (const field of [imageField, imagesField]) {
      const isSame = row.check?.kind === 'changed' && field !== undefined && !Object.hasOwn(row.check.values, field)
      if (field === undefined || isSame) continue
      for (const { picture } of imagesOf(state, row, field)) if (picture) wanted.add(picture)
    }
  return [...wanted].filter(({ id }) => !state.uploaded.has(id))
}
