import type { Endpoint } from '#contract/endpoint.ts'

/** The statuses that a call can be refused with, in their order: those of its own rules, and those that follow from who may make it and what it takes. */
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
    // Public ones too: with a password that another chose nobody sees the trash, nor anything while content isn't public.
    403: access !== 'anyone' && access !== 'signed in',
    404: params,
    412: versioned,
    413: takesBody,
    415: takesBody,
    422: query || body || multipart || idempotent,
    // Exports of callers who aren't signed in.
    429: listing && access === 'public',
    503: true,
    507: takesBody,
  }
  const statuses = Object.keys(following).map(Number)
  return [...new Set([...statuses.filter((status) => following[status]), ...refuses])].sort((one, other) => one - other)
}
