import type { Endpoint } from '#contract/endpoint.ts'
import { daysOf, type ListRequest } from '#contract/listing.ts'
import { chainDay } from '#server/db/clock.ts'

/** The most characters of a part of a file name, and of the parts together. File systems allow 255 bytes. */
const longest = { part: 30, all: 60 }

/** Returns the file name of a list, without an extension: `bookings-Confirmed-2026-11-01 to 2026-11-30-2026-12-01`. The chain's day comes last. */
export function listFileName({ path, listing }: Pick<Endpoint, 'path' | 'listing'>, request: ListRequest): string {
  const asked = Object.entries(request.filters).map(([field, values]) => {
    const filter = listing?.filters[field]
    const word = (value: string) => (filter && 'options' in filter ? (filter.options as Record<string, string>)[value] : undefined) ?? value
    return values.map((value) => (filter?.kind === 'days' ? daysInWords(value) : word(value))).join(', ')
  })
  const parts = [request.trash ? 'trash' : '', request.q, ...asked].map((part) => safe(part, longest.part)).filter((part) => part !== '')
  return [path.split('/').at(-1) ?? '', safe(parts.join('-'), longest.all), chainDay()].filter((part) => part !== '').join('-')
}

function daysInWords(value: string): string {
  const { from, to } = daysOf(value)
  if (from === to) return from
  return [from && (to === '' ? `from ${from}` : from), to && `to ${to}`].filter((part) => part !== '').join(' ')
}

/** Returns text that every file system accepts in a name: without separators, control characters and bidirectional controls. */
function safe(text: string, most: number): string {
  const plain = text.toWellFormed().replace(/[\\/:*?"<>|%\p{C}\p{Z}]+/gu, ' ')
  return [...plain]
    .slice(0, most)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '')
}

/** Returns the `Content-Disposition` of a download (RFC 6266). Names with other letters than ASCII are given in both forms (RFC 5987). */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  const plain = `attachment; filename="${ascii}"`
  return ascii === fileName ? plain : `${plain}; filename*=UTF-8''${encoded(fileName)}`
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
