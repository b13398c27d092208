import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Refused } from '#contract/refused.ts'
import { isDamaged, isStorageFailing, isStorageFull, isUnavailable, OutcomeUnknown } from '#server/db/errors.ts'
import {
  databaseDamaged,
  HttpError,
  nothingHere,
  outcomeUnknown,
  overloaded,
  storageFailing,
  storageFull,
  storeUnavailable,
} from '#server/errors.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** Turns every thrown error into an answer. All errors of requests pass through here. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error)
  const requestId = request.id
  if (isOfLeaving(error, refusal, request)) request.log.info({ requestId, reason: 'left' }, 'the client disconnected before the response')
  else if (!refusal || refusal.status >= 500) request.log.error({ requestId, err: error }, 'request failed')
  const shown = refusal ?? new HttpError(500, 'internal', 'Something went wrong on the server. Please try again.')
  const { retryAfter } = shown.details
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  // The handler may have set another value before it failed.
  reply.header('cache-control', 'no-store')
  return reply.code(shown.status).send(refusedBody(shown, request.id))
}

/** Whether the request failed because its caller has disconnected. Other failures of such a request are still failures of the server. */
function isOfLeaving(error: unknown, refusal: HttpError | undefined, { raw }: FastifyRequest): boolean {
  const isBroken = error instanceof Error && brokenOff.has((error as Partial<FastifyError>).code)
  return raw.socket.destroyed && (isBroken || refusal?.code === 'timeout' || refusal?.code === 'malformed')
}

/** The codes of Node's errors for a request whose connection has ended. */
const brokenOff = new Set<unknown>(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

export function refusedBody({ message, code, details }: HttpError, requestId: string): Refused {
  const { retryAfter: _, ...shown } = details
  return { error: message, code, ...shown, requestId }
}

/** Returns the error that the caller receives; `undefined` if the failure is a bug. */
export function asRefusal(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (error instanceof OutcomeUnknown) return outcomeUnknown()
  if (error instanceof StoreUnavailable) return storeUnavailable()
  if (isDamaged(error)) return databaseDamaged()
  if (isStorageFull(error)) return storageFull()
  if (isStorageFailing(error)) return storageFailing()
  if (isUnavailable(error)) return overloaded()
  if (!(error instanceof Error)) return undefined
  const { statusCode = 500 } = error as Partial<FastifyError>
  const isCallers = statusCode >= 400 && statusCode < 500
  return fastifyRefusals[statusCode] ?? (isCallers ? new HttpError(statusCode, 'malformed', 'The request could not be read.') : undefined)
}

/** The errors that Fastify and its plug-ins raise by themselves, by status. */
const fastifyRefusals: Record<number, HttpError> = {
  400: new HttpError(400, 'malformed', 'The request could not be read: the body is not valid JSON, or the address is malformed.'),
  403: nothingHere(),
  404: nothingHere(),
  406: new HttpError(406, 'unsupported_type', 'Send the images as multipart/form-data.'),
  413: new HttpError(413, 'too_large', 'The request is too large. The limit is 256 kB, not counting images.'),
  414: new HttpError(414, 'too_large', 'The address is too long.'),
  415: new HttpError(415, 'unsupported_type', 'Send the body as application/json.'),
}
