import { folded } from '#web/import/columns/headings.ts'
import { cellOf, columnOf, type ImportState, type Picture, type Row, withCell } from '#web/import/state/state.ts'
import { imagesIn, pictureOfTitle } from './find.ts'
import { seriesKey, titleOf } from './names.ts'

/** Writes the names of pictures into rows with the same title, and adds a row for each picture that no row has. */
export function matchPictures(before: ImportState): ImportState {
  const { pictures, target } = before
  const { imageField, imagesField, nameField, required } = target
  if (pictures.length === 0) return before
  const first = before.columns.length === 0 ? nameField : undefined
  const wanted = [first, imageField, imagesField].filter((field) => field !== undefined)
  const state = withColumns(before, wanted)
  const series = imagesField === undefined ? new Map<string, Picture[]>() : Map.groupBy(pictures, ({ file }) => seriesKey(file.name))
  const rows = state.rows.map((row) => filled(state, row, series))
  const used = usedIn({ ...state, rows })
  const free = pictures.filter(({ id }) => !used.has(id))
  if (free.length === 0) return { ...state, rows }
  const whole = withColumns(state, [nameField, ...required])
  return { ...whole, rows: [...rows, ...free.map((picture) => rowOf(whole, picture))] }
}

/** Adds columns for fields that have none. */
export function withColumns(state: ImportState, fields: readonly string[]): ImportState {
  const missing = [...new Set(fields)].filter((field) => columnOf(state, field) < 0)
  if (missing.length === 0) return state
  return { ...state, columns: [...state.columns, ...missing.map((field) => ({ heading: '', field, isAdded: true as const }))] }
}

/** Returns the row with the pictures of its title, where it names no images itself. */
function filled(state: ImportState, row: Row, series: ReadonlyMap<string, Picture[]>): Row {
  const { imageField, imagesField, nameField } = state.target
  const title = cellOf(state, row, nameField)
  if (title.trim() === '' || row.done) return row
  const own = pictureOfTitle(state.pictures, title)
  let next = row
  if (imageField !== undefined && own) next = withImages(state, next, imageField, [own])
  if (imagesField !== undefined) {
    const others = (series.get(folded(title)) ?? []).filter((picture) => picture !== own)
    next = withImages(state, next, imagesField, imageField === undefined && own ? [own, ...others] : others)
  }
  return next
}

function withImages(state: ImportState, row: Row, field: string, pictures: readonly Picture[]): Row {
  const at = columnOf(state, field)
  if (pictures.length === 0 || (row.cells[at] ?? '').trim() !== '') return row
  return { ...row, cells: withCell(row.cells, at, pictures.map(({ file }) => file.name).join('; ')), isChecked: false }
}

/** The ids of the pictures that rows have. */
export function usedIn(state: ImportState): ReadonlySet<number> {
  const used = new Set<number>()
  const { imageField, imagesField } = state.target
  for (const field of [imageField, imagesField])
    if (field !== undefined)
      for (const row of state.rows)
        for (const { picture } of imagesIn(cellOf(state, row, field), field === imagesField, state.pictures))
          if (picture) used.add(picture.id)
  return used
}

/** A row made of a picture: its title is the picture's name. */
function rowOf(state: ImportState, { id, file }: Picture): Row {
  const { imageField, imagesField, nameField } = state.target
  const titled = withCell([], columnOf(state, nameField), titleOf(file.name))
  const cells = withCell(titled, columnOf(state, imageField ?? imagesField ?? ''), file.name)
  // Rows of the table have their numbers as ids.
  return { id: -id, number: undefined, cells, isLeftOut: false, isChecked: false, isTyping: false, opened: [], isStale: false }
}
