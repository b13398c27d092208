import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Endpoint, Page } from '#contract/endpoint.ts'
import type { ListRequest } from '#contract/listing.ts'
import { sheetColumns, sheetRow } from '#contract/sheet.ts'
import { HttpError, overloaded, tooLate } from '#server/errors.ts'
import { fromTheStart, rowsAtOnce } from './csv.ts'
import { attachment } from './file-name.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { totalHeaders } from './pages.ts'
import { tableTypes } from './table-format.ts'
import { mostRows, tooMuchText, Workbook } from './workbook.ts'

/** Workbooks are written one at a time, because each needs some hundred megabytes. Further callers wait, up to 20. */
const inTurn = limitConcurrency(1, 20)

/** The longest time for waiting and writing, in milliseconds: a connection without traffic is closed after a minute. */
const longest = 55_000

/** The largest exact number of rows in the refusal of a list that is too long. */
const mostCounted = 100_000

export type Source = { endpoint: Endpoint; pageOf: (listRequest: ListRequest) => Promise<Page<object>> }

type Export = Source & {
  /** The file name without its extension. */
  name: string
  listRequest: ListRequest
  /** The list of the second sheet, from the same query. */
  second: Source | undefined
  /** Throws if the caller may no longer read the list. */
  authorize: () => Promise<unknown>
}

/** The headers of a workbook. `HEAD` gets nothing else. */
export const describeXlsx = (reply: FastifyReply, name: string) =>
  reply.header('content-disposition', attachment(`${name}.xlsx`)).type(tableTypes.xlsx)

/** Sends a whole list as a workbook. Reading and writing stop with the connection. Throws a 422 for a list that is too long for one. */
export async function sendXlsx(reply: FastifyReply, { name, listRequest, second, authorize, ...first }: Export) {
  const stopped = new AbortController()
  const timer = setTimeout(() => stopped.abort(overloaded()), longest)
  reply.raw.once('close', () => stopped.abort(tooLate()))
  try {
    const { bytes, total } = await inTurn(stopped.signal, async () => {
      // The caller may have signed out while waiting.
      await authorize()
      return written(first, second, listRequest, authorize, stopped.signal)
    })
    return describeXlsx(reply, name)
      .headers(totalHeaders(total))
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } finally {
    clearTimeout(timer)
  }
}

async function written(
  first: Source,
  second: Source | undefined,
  listRequest: ListRequest,
  authorize: () => Promise<unknown>,
  signal: AbortSignal,
) {
  const workbook = new Workbook()
  const end = () => void workbook.end()
  signal.addEventListener('abort', end, { once: true })
  try {
    const total = await addSheet(workbook, first, listRequest, authorize, signal)
    if (second) await addSummary(workbook, second, listRequest, authorize, signal)
    return { bytes: await workbook.write(), total }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    await workbook.end()
  }
}

/** Adds a list as a sheet, page by page. Returns the number of rows. */
async function addSheet(
  workbook: Workbook,
  { endpoint, pageOf }: Source,
  listRequest: ListRequest,
  authorize: () => Promise<unknown>,
  signal: AbortSignal,
) {
  const columns = sheetColumns(endpoint, listRequest.trash)
  const start = fromTheStart(listRequest, { signal, counts: mostCounted }, endpoint.counted)
  let rows = 0
  for (let page = await pageOf(start); ; page = await pageOf({ ...start, after: page.next, total: page.total })) {
    if (rows === 0) {
      if (page.total > mostRows) throw tooManyRows(page.total)
      workbook.sheet(
        sheetName(endpoint),
        columns.map(({ heading }) => heading),
      )
    }
    for (let at = 0; at < page.items.length; at += rowsAtOnce) {
      workbook.add(page.items.slice(at, at + rowsAtOnce).map((item) => sheetRow(endpoint, columns, item)))
      await nextTurn()
      signal.throwIfAborted()
    }
    rows += page.items.length
    if (rows > mostRows) throw tooManyRows(rows)
    if (page.next === undefined) return rows
    await authorize()
  }
}

/** Adds the second sheet, or the sentence that says why it can't be made from this query. */
async function addSummary(workbook: Workbook, second: Source, ...others: [ListRequest, () => Promise<unknown>, AbortSignal]) {
  try {
    await addSheet(workbook, second, ...others)
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 422) || error.code === tooMuchText) throw error
    workbook.sheet(sheetName(second.endpoint), [error.message])
  }
}

/** `/api/promo-codes`: 'Promo codes' */
const sheetName = ({ path }: Endpoint) => {
  const name = path.split('/').at(-1)?.replaceAll('-', ' ') ?? ''
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function tooManyRows(total: number) {
  const count = total > mostCounted ? `more than ${mostCounted.toLocaleString('en')}` : total.toLocaleString('en')
  return new HttpError(
    422,
    'too_many_rows',
    `This list has ${count} rows. An Excel file can have ${mostRows.toLocaleString('en')}. Download the list as CSV, or filter the list.`,
  )
}
