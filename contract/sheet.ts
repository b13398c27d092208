import type * as z from 'zod/mini'
import type { BookingNumber } from './booking-numbers.ts'
import type { Endpoint } from './endpoint.ts'
import { tableFields } from './table.ts'

/** A day, time or moment as spreadsheets count: in days since 1899-12-30. */
export type Dated = { serial: number; as: 'day' | 'time' | 'moment' }
export type Cell = string | number | Dated | null

/** A column of a worksheet: the field, and its name in words. */
export type Column = { field: string; heading: string }

/** The fields for programs, which a worksheet leaves out. The CSV file has them. */
const technical = new Set([
  ...['_id', 'version', 'phoneLinks', 'closure', 'branches', 'byId', 'recordId'],
  ...['imageFocalPoint', 'imagesFocalPoints', 'galleryFocalPoints'],
])

/** The headings that differ from the words in the field's name. */
const headings: Readonly<Record<string, string>> = {
  altText: 'Alt text',
  branchNames: 'Branches',
  by: 'Per',
  bytes: 'Size in bytes',
  contactedAt: 'Called',
  contactedBy: 'Called by',
  createdAt: 'Created',
  currentBranchName: 'Branch today',
  deletedAt: 'Deleted',
  discountPercentage: 'Discount (%)',
  everywhere: 'All branches',
  focalX: 'Focal point from the left (%)',
  focalY: 'Focal point from the top (%)',
  fromTime: 'From',
  galleryAlt: 'Alt texts of the gallery',
  googleMapsUrl: 'Google Maps URL',
  imageAlt: 'Alt text of the image',
  imagesAlt: 'Alt texts of the images',
  isSuperUser: 'Super user',
  lastSignInAt: 'Last sign-in',
  mostUses: 'Usage limit',
  percentage: 'Discount (%)',
  trailerUrl: 'Trailer URL',
  untilTime: 'Until',
  updatedAt: 'Last changed',
  url: 'URL',
  usedByCount: 'Number of uses',
}

/** Returns the columns of a list's worksheet; with `trash`, also the time and user of the deletion. */
export function sheetColumns({ answer, listing }: Pick<Endpoint, 'answer' | 'listing'>, trash: boolean): Column[] {
  const { element } = (answer as z.ZodMiniArray<z.ZodMiniObject>)._zod.def
  const fields = tableFields(element, trash).filter((field) => !technical.has(field))
  return fields.map((field) => ({ field, heading: headings[field] ?? listing?.filters[field]?.label ?? inWords(field) }))
}

/** `showFrom`: 'Show from' */
const inWords = (field: string) =>
  field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase())

/** Returns the values of an item for these columns: days, times and moments as such, choices in words, all other values as text or numbers. */
export function sheetRow({ listing, words = {} }: Pick<Endpoint, 'listing' | 'words'>, columns: readonly Column[], item: object): Cell[] {
  return columns.map(({ field }) => {
    const value = (item as Record<string, unknown>)[field]
    const filter = listing?.filters[field]
    const choices = words[field] ?? (filter?.kind === 'choice' ? filter.options : undefined)
    return choices?.[String(value)] ?? datedCell(field, value, item) ?? plainCell(value)
  })
}

const days = new Set(['date', 'day', 'firstDay', 'lastDay', 'showFrom', 'showUntil'])
const times = new Set(['time', 'fromTime', 'untilTime'])

function datedCell(field: string, value: unknown, item: object): Dated | undefined {
  if (typeof value !== 'string') return undefined
  const isDay = days.has(field) || (field === 'value' && (item as BookingNumber).by === 'day')
  if (isDay && firstCounted <= value) return { serial: serialOf(Date.parse(value)), as: 'day' }
  if (times.has(field) && value !== '') return { serial: minutesIn(value) / 1440, as: 'time' }
  if ((field === 'at' || field.endsWith('At')) && value !== '') return { serial: serialOf(localTime(value)), as: 'moment' }
  return undefined
}

/** Spreadsheets count a day in 1900 that didn't exist, so days before are text. */
const firstCounted = '1900-03-01'

const serialOf = (milliseconds: number) => milliseconds / 86_400_000 + 25_569

const minutesIn = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Returns the local time (the server's `TZ`) of a moment as if it were UTC, in milliseconds without the fraction of a second. */
function localTime(moment: string): number {
  const at = new Date(moment)
  return Math.floor(at.getTime() / 1000) * 1000 - at.getTimezoneOffset() * 60_000
}

function plainCell(value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(plainCell).join(', ') || null
  const named = Object.entries(value as object).filter(([name, each]) => !technical.has(name) && each !== '')
  return named.map(([, each]) => String(each)).join(' ')
}
