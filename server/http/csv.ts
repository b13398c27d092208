import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { today } from '#contract/dates.ts'
import type { Page } from '#contract/endpoint.ts'
import { mostItems, type Wanted } from '#contract/listing.ts'
import { tableHead, tableLines } from '#contract/table.ts'
import { totalHeaders } from './pages.ts'

/** Whether the caller wants a table and not JSON. */
export const wantsCsv = ({ accept }: IncomingHttpHeaders): boolean => accept !== undefined && /\btext\/csv\b/i.test(accept)

/** What a table begins with: it is whole, whatever page was asked for. */
export const fromTheStart = (wanted: Wanted): Wanted => ({ ...wanted, limit: mostItems, after: undefined })

type Table = { name: string; fields: string[]; wanted: Wanted; first: Page<object>; laterPageOf: (wanted: Wanted) => Promise<Page<object>> }

/** The table for the columns of a list, `fields` in their order: the whole list that was asked for, page by page after the `first` as fast as it is read. */
export function sendCsv(reply: FastifyReply, { name, fields, wanted, first, laterPageOf }: Table) {
  reply.headers({
    ...totalHeaders(first.total),
    'content-disposition': `attachment; filename="${name}-${today()}.csv"`,
  })
  return reply.type('text/csv; charset=utf-8').send(Readable.from(rows(first)))

  async function* rows(page: Page<object>) {
    yield tableHead(fields)
    for (let at = page; ; at = await laterPageOf({ ...wanted, after: at.next, total: first.total })) {
      yield tableLines(at.items, fields)
      if (at.next === undefined) return
    }
  }
}
