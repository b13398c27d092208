import type { FastifyInstance, FastifyRequest } from 'fastify'
import { live } from '#contract/live.ts'
import type { Person } from '#contract/session.ts'
import { hash } from '#server/auth/sessions.ts'
import { Deadline } from '#server/db/deadline.ts'
import { invalid } from '#server/errors.ts'
import { bearer } from '#server/http/bearer.ts'
import { eventStream, eventStreamType } from '#server/http/event-stream.ts'
import type { Guard } from '#server/http/guard.ts'
import { read } from '#server/http/valid-input.ts'
import { type From, Live, type Pace } from './live.ts'

/** The stream of changes by others, for signed-in users; it ends with the session. */
export function liveRoutes(app: FastifyInstance, guard: Guard, pace?: Partial<Pace>): void {
  const { path, method, access, query } = live.stream
  const streams = new Live(guard.db, app.log, pace)
  app.addHook('preClose', () => streams.close())

  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const deadline = new Deadline(guard.timeLimit.json)
      try {
        const caller = await deadline.race(guard.authorize(access, request, guard.db))
        const { since, in: records = [] } = read(query, request.query, 'query') as ReturnType<typeof query.parse>
        const who = { person: caller as Person, tokenHash: hash(bearer(request) ?? ''), records: [...new Set([records].flat())] }
        if (request.method === 'HEAD') return await reply.type(eventStreamType).send()
        await streams.listen(who, from(request, since), deadline, (closed) => eventStream(reply, closed))
      } finally {
        deadline.clear()
      }
    },
  })
}

/** Returns where a caller continues. Throws a 422 without a position, because the caller would miss the events before the stream. */
function from(request: FastifyRequest, since: number | undefined): From {
  const { data } = live.stream.headers.safeParse({ 'Last-Event-ID': request.headers['last-event-id'] })
  const position = data?.['Last-Event-ID']
  if (position !== undefined) return { position }
  if (since !== undefined) return { since }
  throw invalid({ since: 'Send Last-Event-ID, or since: the age of your data in milliseconds.' })
}
