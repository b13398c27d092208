import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { today } from '#contract/dates.ts'
import type { Page } from '#contract/endpoint.ts'
import { mostItems, type Wanted } from '#contract/listing.ts'

/** Whether the caller wants a table and not JSON. */
export const wantsCsv = ({ accept = '' }: IncomingHttpHeaders): boolean => /\btext\/csv\b/i.test(accept)

/** What a table begins with: it is whole, whatever page was asked for. */
export const fromTheStart = (wanted: Wanted): Wanted => ({ ...wanted, limit: mostItems, after: undefined })

type Table = { name: string; fields: string[]; wanted: Wanted; first: Page<unknown>; pageOf: (wanted: Wanted) => Promise<Page<unknown>> }

/** The table for the columns of a list, `fields` in their order: the whole list that was asked for, page by page after the `first` as fast as it is read. */
export function sendCsv(reply: FastifyReply, { name, fields, wanted, first, pageOf }: Table) {
  reply.headers({
    'x-total-count': first.total,
    'content-disposition': `attachment; filename="${name}-${today()}.csv"`,
  })
  return reply.type('text/csv; charset=utf-8').send(Readable.from(rows(first)))

  async function* rows(page: Page<unknown>) {
    // The mark tells a spreadsheet that this is UTF-8.
    yield `\ufeff${line(fields)}`
    for (let at = page; ; at = await pageOf({ ...wanted, after: at.next, total: first.total })) {
      yield at.items.map((item) => line(fields.map((field) => (item as Record<string, unknown>)[field]))).join('')
      if (at.next === undefined) return
    }
  }
}

/** RFC 4180: comma, quotes that are doubled inside, CR and LF at the end. What ends a cell elsewhere is quoted too: no formula begins behind it. */
const line = (cells: readonly unknown[]) => `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replace(/"/g, '""')}"` : text)

/** A spreadsheet reads a cell that begins like this as a formula (OWASP, CSV Injection). */
const looksLikeFormula = /^[=+\-@\t\r]/

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text =
    typeof cell === 'string'
      ? cell
      : Array.isArray(cell) && cell.every((each) => typeof each === 'string')
        ? cell.join(', ')
        : JSON.stringify(cell)
  return looksLikeFormula.test(text) ? `'${text}` : text
}
