import * as z from 'zod/mini'
import { byId, type Endpoints, nothing } from './endpoint.ts'
import { recordId } from './fields.ts'

/** A session of a user. Times are ISO 8601 in UTC; `usedAt` is exact to a minute. */
export const Session = z.object({
  _id: recordId,
  /** The IP address of the sign-in. */
  address: z.string(),
  /** 'Firefox on Windows' */
  browser: z.string(),
  createdAt: z.string(),
  usedAt: z.string(),
  /** Whether this is the caller's own session. */
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

const ofUser = z.object({ user: z.optional(recordId) })

export const sessions = {
  list: {
    method: 'GET',
    path: '/api/sessions',
    access: 'staff',
    summary: 'Lists the latest 100 sessions of the caller, latest use first. Super users can name another `user`.',
    query: ofUser,
    answer: z.array(Session),
    refuses: [404],
  },
  end: {
    method: 'DELETE',
    path: '/api/sessions/:id',
    access: 'staff',
    summary: 'Ends a session of the caller. Super users can end any session.',
    params: byId,
    answer: nothing,
    status: 204,
  },
  endAll: {
    method: 'DELETE',
    path: '/api/sessions',
    access: 'staff',
    summary: 'Ends all other sessions of the caller. Super users can end all sessions of another `user`.',
    query: ofUser,
    answer: nothing,
    status: 204,
    refuses: [404],
  },
} as const satisfies Endpoints
