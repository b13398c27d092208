import type { FastifyReply } from 'fastify'
import { tooLate } from '#server/refusals.ts'

/**
 * Runs `work` with a signal that is aborted after `limit` milliseconds or when the caller is gone; the caller is told so (503) at once.
 * Fastify's own `handlerTimeout` and `request.signal` (5.12) listen for the request's `close`, which Node emits as soon as
 * a body has been read: they would abort every POST.
 */
export async function withDeadline<Result>(
  reply: FastifyReply,
  limit: number,
  work: (deadline: AbortSignal) => Promise<Result> | Result,
): Promise<Result> {
  const controller = new AbortController()
  const abort = () => controller.abort(tooLate())
  const timer = setTimeout(abort, limit)
  // An answer that was sent whole closes as well; aborting then reaches nobody.
  reply.raw.once('close', abort)
  try {
    const expired = new Promise<never>((_, reject) => controller.signal.addEventListener('abort', () => reject(controller.signal.reason)))
    return await Promise.race([work(controller.signal), expired])
  } finally {
    clearTimeout(timer)
    reply.raw.off('close', abort)
  }
}
