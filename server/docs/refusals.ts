import type { Endpoint } from '#contract/endpoint.ts'

/** Returns the error statuses of a call in ascending order: those of its own rules, and those that follow from its access and input. */
export function refusalsOf({
  method,
  access,
  params,
  query,
  body,
  multipart,
  idempotent,
  versioned,
  listing,
  refuses = [],
}: Endpoint): number[] {
  const takesBody = method !== 'GET'
  const following: Record<number, unknown> = {
    400: takesBody || params,
    401: access !== 'anyone',
    // Public calls too: a user with an assigned password can't see the trash, nor anything while content isn't public.
    403: access !== 'anyone' && access !== 'signed in',
    404: params,
    412: versioned,
    413: takesBody,
    415: takesBody,
    422: query || body || multipart || idempotent,
    // Exports.
    429: listing,
    503: true,
    507: takesBody,
  }
  const statuses = Object.keys(following).map(Number)
  return [...new Set([...statuses.filter((status) => following[status]), ...refuses])].sort((one, other) => one - other)
}
