import type { FastifyRequest } from 'fastify'
import { type Access, judge } from '#contract/access.ts'
import type { Person } from '#contract/session.ts'
import { timeLimits } from '#contract/time-limits.ts'
import { unattended } from '#contract/unattended.ts'
import type { Database } from '#server/db/schema.ts'
import { HttpError, superUsersOnly } from '#server/errors.ts'
import { bearer } from './bearer.ts'
import { PublicExports } from './public-exports.ts'
import { noCache, type ResponseCache } from './response-cache.ts'
import { StaffExports } from './staff-exports.ts'

/**
 * Returns the user behind a token, and until when (in milliseconds since 1970) the same database would find the user again. Returns
 * `undefined` if the token has no user, or none any more. `db` is the database or a transaction. `isUse` is false for a request that no
 * user caused: such a request doesn't prolong the session.
 */
export type Authenticate = (db: Database, token: string, how: { isUse: boolean }) => Promise<{ person: Person; until: number } | undefined>

/** Time limits of requests, in milliseconds. */
const usualTimeLimit: { json: number; multipart: number } = { json: timeLimits.ordinary.server, multipart: timeLimits.images.server }

/** The checks before every route of the contract: who may call it, and how long it may take. */
export type Guard = {
  db: Database
  cache: ResponseCache
  timeLimit: typeof usualTimeLimit
  exports: PublicExports
  staffExports: StaffExports
  /**
   * Returns the caller as `db` (the database, or the transaction of the change) knows the user now. Throws a 401 or 403 `HttpError`.
   * A call that is open to all callers doesn't read the session.
   */
  authorize(access: Access, request: FastifyRequest, db: Database): Promise<Person | undefined>
  /** Returns whether all callers, such as the chain's website, may read content with this access. */
  isOpen(access: Access): boolean
}

export function guard(
  db: Database,
  authenticate: Authenticate,
  contentIsPublic: boolean,
  cache = noCache(),
  timeLimit = usualTimeLimit,
): Guard {
  return {
    db,
    cache,
    timeLimit,
    exports: new PublicExports(),
    staffExports: new StaffExports(),
    isOpen: (access) => access === 'public' && contentIsPublic,
    async authorize(access, request, db) {
      if (judge(access, undefined, contentIsPublic) === 'allowed') return undefined
      const token = bearer(request)
      const isUse = request.headers[unattended] === undefined
      const found = token === undefined ? undefined : await authenticate(db, token, { isUse })
      switch (judge(access, found?.person, contentIsPublic)) {
        case 'allowed':
          // Only the usual spelling is cached: the same token can be written in countless ways.
          if (found && isUse && request.headers.authorization === `Bearer ${token}`) cache.rememberCaller(request.raw, access, found.until)
          return found?.person
        case 'sign in first':
          if (isBasic(request)) throw noBasic()
          throw new HttpError(401, 'unauthenticated', 'Please sign in.')
        case 'choose a password first':
          throw new HttpError(403, 'password_change_required', 'Choose a new password first.')
        case 'not allowed':
          throw superUsersOnly()
      }
    },
  }
}

/** Whether the request has Basic credentials: a proxy with its own password put them in place of the token, or a browser sent them. */
const isBasic = ({ headers: { authorization = '' } }: FastifyRequest) => /^Basic /i.test(authorization)

const noBasic = () =>
  new HttpError(
    401,
    'basic_authentication',
    'This server does not accept Basic authentication. A proxy in front of MovieBox has replaced the sign-in token. Contact the administrator of the proxy.',
  )
