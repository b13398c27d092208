import type { FastifyRequest } from 'fastify'
import { type Access, judge } from '#contract/access.ts'
import type { Person } from '#contract/session.ts'
import { Refusal } from '#server/refusals.ts'

/** Finds the person whose session a token is, `undefined` when there is none (any more). */
export type Authenticate = (token: string) => Promise<Person | undefined>

export type Guard = (access: Access, request: FastifyRequest) => Promise<Person | undefined>

/** Answers who calls, or refuses with 401 or 403. Runs before the body is read. */
export function guard(authenticate: Authenticate, contentIsPublic: boolean): Guard {
  return async (access, request) => {
    // A call that everybody may make doesn't cost a look at the session.
    if (judge(access, undefined, contentIsPublic) === 'allowed') return undefined
    const token = bearer(request)
    const caller = token === undefined ? undefined : await authenticate(token)
    switch (judge(access, caller, contentIsPublic)) {
      case 'allowed':
        return caller
      case 'sign in first':
        throw new Refusal(401, 'unauthenticated', 'Please sign in.')
      case 'not allowed':
        throw new Refusal(403, 'forbidden', 'Only a super user may do this.')
    }
  }
}

/** The token of `Authorization: Bearer …` (RFC 6750), whose scheme is case-insensitive. */
export function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w~+/.-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
}
