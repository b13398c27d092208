import * as z from 'zod/mini'
import type { Endpoints } from './endpoint.ts'
import { recordId } from './fields.ts'

/** A change of a record, without its content: clients with access fetch that. `by`: the user named in the history; `null`: the product itself. */
export const Changed = z.object({
  _id: recordId,
  version: z.int(),
  action: z.enum(['create', 'update', 'role', 'contact', 'delete', 'restore', 'erase']),
  by: z.nullable(z.string()),
})
export type Changed = z.output<typeof Changed>

/** The changes of a collection: their count, and some of them, records of `in` first. `changes` is empty for users without access to the history. */
export const Moved = z.object({ resource: z.string(), count: z.int(), changes: z.array(Changed) })
export type Moved = z.output<typeof Moved>

/** The names of other users who have a record open in a form: the first `mostNamed` in alphabetical order. */
export const Open = z.object({ resource: z.string(), _id: recordId, names: z.array(z.string()) })
export type Open = z.output<typeof Open>

/** A message of the stream. `anew`: messages may have been missed, so the client refetches all data on the screen. */
export const Message = z.object({ anew: z.optional(z.literal(true)), moved: z.optional(z.array(Moved)), open: z.optional(z.array(Open)) })
export type Message = z.output<typeof Message>

/** The most changes of a collection in one message, and the most records that one stream can have open. */
export const mostTold = 20
export const mostOpen = 20
/** The most users that are named beside a record. */
export const mostNamed = 20

/** A record that the caller has open, as collection and id: 'bookings/0199…'. */
const place = z
  .string()
  .check(z.maxLength(60), z.regex(/^[a-zA-Z]{1,20}\/[0-9a-f-]{36}$/, '"in" must be a collection and an id, such as movies/0199….'))

const noSince = '"since" must be a number of milliseconds.'

export const live = {
  stream: {
    method: 'GET',
    path: '/api/live',
    access: 'staff',
    summary:
      'Streams changes as server-sent events without names. The data of each event is one of these messages. The caller sends `since`, the age of its data in milliseconds, or the `Last-Event-ID` of the previous stream. A stream lasts under a minute. The next one continues from there, or sends `anew` if that is impossible. The comment line ": true" means that all changes so far have been sent.',
    query: z.object({
      since: z.optional(
        z.pipe(z.string('Send "since" only once.').check(z.maxLength(9, noSince), z.regex(/^\d{1,9}$/, noSince)), z.transform(Number)),
      ),
      in: z.optional(z.union([place, z.array(place).check(z.maxLength(mostOpen))], `"in" can name at most ${mostOpen} records.`)),
    }),
    headers: z.object({
      'Last-Event-ID': z.optional(z.pipe(z.string().check(z.maxLength(15), z.regex(/^\d{1,15}$/)), z.transform(Number))),
    }),
    answer: Message,
    stream: true,
    refuses: [429],
  },
} as const satisfies Endpoints
