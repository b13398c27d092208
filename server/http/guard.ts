import type { FastifyRequest } from 'fastify'
import { type Access, judge } from '#contract/access.ts'
import type { Person } from '#contract/session.ts'
import { timeLimits } from '#contract/time-limits.ts'
import { unattended } from '#contract/unattended.ts'
import type { Database } from '#server/db/schema.ts'
import { HttpError } from '#server/errors.ts'
import { PublicExports } from './public-exports.ts'
import { noCache, type ResponseCache } from './response-cache.ts'

/**
 * Finds the person behind a token, and until when (in milliseconds since 1970) the same database would find them again; `undefined` when
 * there is none (any more). `db` is the database or a transaction. A session isn't used,
 * and so not prolonged, by what nobody has asked for.
 */
export type Authenticate = (db: Database, token: string, how: { isUse: boolean }) => Promise<{ person: Person; until: number } | undefined>

/** In milliseconds. */
const usualTimeLimit: { json: number; multipart: number } = { json: timeLimits.ordinary.server, multipart: timeLimits.images.server }

/** What stands before every route of the contract: whose call it is, and how long it may take. */
export type Guard = {
  db: Database
  cache: ResponseCache
  timeLimit: typeof usualTimeLimit
  exports: PublicExports
  /**
   * Answers who calls as `db` (the database, or the transaction that acts) knows them at this moment, or refuses with 401 or 403.
   * A call that everybody may make doesn't cost a look at the session.
   */
  authorize(access: Access, request: FastifyRequest, db: Database): Promise<Person | undefined>
  /** Whether everybody may read what has this access, the chain's website for one. */
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
    isOpen: (access) => access === 'public' && contentIsPublic,
    async authorize(access, request, db) {
      if (judge(access, undefined, contentIsPublic) === 'allowed') return undefined
      const token = bearer(request)
      const isUse = request.headers[unattended] === undefined
      const found = token === undefined ? undefined : await authenticate(db, token, { isUse })
      switch (judge(access, found?.person, contentIsPublic)) {
        case 'allowed':
          // The same token can be written in countless ways, which would all be kept.
          if (found && isUse && request.headers.authorization === `Bearer ${token}`) cache.rememberCaller(request.raw, access, found.until)
          return found?.person
        case 'sign in first':
          if (isBasic(request)) throw noBasic()
          throw new HttpError(401, 'unauthenticated', 'Please sign in.')
        case 'choose a password first':
          throw new HttpError(403, 'password_change_required', 'Choose a password of your own first.')
        case 'not allowed':
          throw new HttpError(403, 'forbidden', 'Only a super user may do this.')
      }
    },
  }
}

/** The token of `Authorization: Bearer …` (RFC 6750), whose scheme is case-insensitive. */
export function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w~+/.-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** A proxy with a password of its own has put that in place of the token, or a browser has sent it along. */
const isBasic = ({ headers: { authorization = '' } }: FastifyRequest) => /^Basic /i.test(authorization)

const noBasic = () =>
  new HttpError(
    401,
    'basic_authentication',
    'This server takes no Basic authentication. A proxy in front of it has replaced the sign-in of MovieBox. Please tell whoever runs the proxy.',
  )
