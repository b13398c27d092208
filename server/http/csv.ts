import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Page } from '#contract/endpoint.ts'
import type { ExportState, ListRequest } from '#contract/listing.ts'
import { tableHead, tableLines } from '#contract/table.ts'
import { attachment } from './file-name.ts'
import { totalHeaders } from './pages.ts'
import { tableTypes } from './table-format.ts'

/** Rows that an export reads and writes between two turns of the event loop. Other requests wait no longer than that. */
export const rowsAtOnce = 200

/** Returns the query of an export's first page. An export is complete, so the requested page is ignored. `isCounted`: one count covers all rows. */
export const fromTheStart = (listRequest: ListRequest, exportState: ExportState, isCounted = false): ListRequest => ({
  ...listRequest,
  exportState,
  limit: isCounted ? Number.MAX_SAFE_INTEGER : rowsAtOnce,
  after: undefined,
})

type Table = {
  /** The file name without its extension. */
  name: string
  /** The columns in their order. */
  fields: string[]
  listRequest: ListRequest
  first: Page<object>
  laterPageOf: (listRequest: ListRequest) => Promise<Page<object>>
}

/** The headers of an export. `HEAD` gets nothing else. */
export const describeCsv = (reply: FastifyReply, name: string) =>
  reply.header('content-disposition', attachment(`${name}.csv`)).type(tableTypes.csv)

/** Sends a whole list as CSV, page by page as fast as the caller reads. Reading stops with the connection. */
export function sendCsv(reply: FastifyReply, { name, fields, listRequest, first, laterPageOf }: Table) {
  describeCsv(reply, name).headers(totalHeaders(first.total))
  return reply.send(Readable.from(rows(first)))

  async function* rows(page: Page<object>) {
    yield tableHead(fields, listRequest.separator)
    for (let at = page; ; at = await laterPageOf({ ...listRequest, after: at.next, total: first.total })) {
      for (let start = 0; start < at.items.length; start += rowsAtOnce) {
        yield tableLines(at.items.slice(start, start + rowsAtOnce), fields, listRequest.separator)
        // SQLite answers at once, so a fast reader would never let the event loop turn.
        await nextTurn()
      }
      if (at.next === undefined || reply.raw.destroyed) return
    }
  }
}
