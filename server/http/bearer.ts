import type { IncomingHttpHeaders } from 'node:http'

/** The token of `Authorization: Bearer …` (RFC 6750), whose scheme is case-insensitive. */
export function bearer(request: { headers: IncomingHttpHeaders }): string | undefined {
  return /^Bearer +([\w~+/.-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
}
