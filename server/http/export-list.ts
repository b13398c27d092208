import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Access } from '#contract/access.ts'
import type { ListRequest } from '#contract/listing.ts'
import type { Person } from '#contract/session.ts'
import { tableFields } from '#contract/table.ts'
import type { Deadline } from '#server/db/deadline.ts'
import { bearer } from './bearer.ts'
import { describeCsv, fromTheStart, sendCsv } from './csv.ts'
import { listFileName } from './file-name.ts'
import type { Guard } from './guard.ts'
import { networkOf } from './network.ts'
import type { TableFormat } from './table-format.ts'
import { describeXlsx, type Source, sendXlsx } from './xlsx.ts'

type Caller = { guard: Guard; caller: Person | undefined; access: Access; deadline: Deadline; request: FastifyRequest }
type List = { first: Source; second: Source | undefined; listRequest: ListRequest }

/** Sends a whole list as a file. Throws a 429 or 503 `HttpError` where the caller, or all callers together, have too many exports. */
export async function exportList(format: TableFormat, reply: FastifyReply, by: Caller, { first, second, listRequest }: List) {
  const { guard, access, deadline, request } = by
  const { endpoint, pageOf } = first
  const name = listFileName(endpoint, listRequest)
  if (request.method === 'HEAD') return (format === 'csv' ? describeCsv(reply, name) : describeXlsx(reply, name)).send()
  await limitExport(by, reply)
  const authorize = () => guard.authorize(access, request, guard.db)
  if (format === 'xlsx') return sendXlsx(reply, { ...first, second, name, listRequest, authorize })
  const start = fromTheStart(listRequest, { signal: deadline.signal }, endpoint.counted)
  // Only the first page has a deadline: the whole table takes as long as the caller reads, and ends with their session.
  const page = await deadline.race(pageOf(start))
  const laterPageOf = async (query: ListRequest) => {
    await authorize()
    return pageOf(query)
  }
  const { element } = (endpoint.answer as z.ZodMiniArray<z.ZodMiniObject>)._zod.def
  return sendCsv(reply, { name, fields: tableFields(element, listRequest.trash), listRequest: start, first: page, laterPageOf })
}

async function limitExport({ guard, caller, access, deadline, request }: Caller, reply: FastifyReply) {
  const isNamed = guard.isOpen(access) && bearer(request) !== undefined
  const user = caller ?? (isNamed ? await guard.authorize('signed in', request, guard.db).catch(() => undefined) : undefined)
  // The end of an export that began after its caller had left would never come.
  deadline.check()
  reply.raw.once('close', user ? guard.staffExports.begin(user._id) : guard.exports.begin(networkOf(request.ip)))
}
