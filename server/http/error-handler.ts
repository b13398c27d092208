import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDamaged, isStorageFailing, isStorageFull, isUnavailable, OutcomeUnknown } from '#server/database/failures.ts'
import { databaseDamaged, outcomeUnknown, overloaded, Refusal, storageFailing, storageFull } from '#server/refusals.ts'

/** The one place where whatever was thrown becomes an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error)
  if (!refusal || refusal.status >= 500) request.log.error({ err: error }, 'request failed')
  const { status, code, message, details } =
    refusal ?? new Refusal(500, 'internal', 'Something went wrong on the server. Please try again.')
  const { retryAfter, ...shown } = details
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(status).send({ error: message, code, ...shown, requestId: request.id })
}

/** What the caller is told of a failure; `undefined` where it is a bug. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof OutcomeUnknown) return outcomeUnknown()
  if (isDamaged(error)) return databaseDamaged()
  if (isStorageFull(error)) return storageFull()
  if (isStorageFailing(error)) return storageFailing()
  if (isUnavailable(error)) return overloaded()
  if (!(error instanceof Error)) return undefined
  return fastifyRefusals[(error as Partial<FastifyError>).statusCode ?? 500]
}

/** What Fastify refuses by itself before a handler runs, by status. */
const fastifyRefusals: Record<number, Refusal> = {
  400: new Refusal(400, 'malformed', 'The request could not be read: its body is not valid JSON, or its address is malformed.'),
  404: new Refusal(404, 'not_found', 'There is nothing at this address.'),
  406: new Refusal(406, 'unsupported_type', 'Send the images as multipart/form-data.'),
  413: new Refusal(413, 'too_large', 'The request is too large: at most 256 kB, images aside.'),
  414: new Refusal(414, 'too_large', 'The address is too long.'),
  415: new Refusal(415, 'unsupported_type', 'Send the body as application/json.'),
}
