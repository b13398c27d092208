import type { Refused } from '#contract/refused.ts'

type Details = Pick<Refused, 'fields' | 'reason' | 'current' | 'files'> & {
  /** The seconds after which a retry makes sense. */
  retryAfter?: number
}

/** An error that the caller can act on. Any other error is a bug and becomes a 500. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Details
  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** A wrong password or promo code. The error counts against the caller's attempts (`server/auth/throttle.ts`). */
export class FailedAttempt extends HttpError {}

/** A 403. */
export const superUsersOnly = () => new HttpError(403, 'forbidden', 'Only super users can do this.')

/** A 404 for an unknown address. */
export const nothingHere = () => new HttpError(404, 'not_found', 'There is nothing at this address.')

/** A 404. `one` is the record's singular name in a sentence: 'menu item'. */
export const notFound = (one: string) => new HttpError(404, 'not_found', `${one.charAt(0).toUpperCase()}${one.slice(1)} not found`)

export const stale = (one: string, current: unknown) =>
  new HttpError(412, 'stale', `This ${one} has been changed by another user.`, { current })

/** A 422. `fields` holds a sentence for each field; the first one is also the error's own sentence. */
export const invalid = (fields: Record<string, string>, sentence = Object.values(fields)[0] ?? 'The request contains invalid values.') =>
  new HttpError(422, 'invalid', sentence, { fields })

export const conflict = (code: string, sentence: string, fields: Record<string, string> = {}) =>
  new HttpError(409, code, sentence, { fields })

export const overloaded = () => new HttpError(503, 'busy', 'The server is busy. Please try again in a moment.', { retryAfter: 2 })

export const tooLate = () =>
  new HttpError(503, 'timeout', 'The server took too long. Nothing was saved. Please try again.', { retryAfter: 2 })

export const storageFull = () => new HttpError(507, 'storage_full', 'The server has no space left. Nothing was saved.')

export const storageFailing = () =>
  new HttpError(503, 'storage_failing', "The server's disk is failing. Nothing was saved. Contact your administrator.", {
    retryAfter: 30,
  })

export const storeUnavailable = () =>
  new HttpError(503, 'store_unavailable', 'Images are unavailable right now. Please try again.', { retryAfter: 5 })

export const databaseDamaged = () =>
  new HttpError(503, 'database_damaged', "The database is damaged, so changes can't be saved. Contact your administrator.", {
    retryAfter: 300,
  })

export const outcomeUnknown = () =>
  new HttpError(503, 'outcome_unknown', 'This change may have been saved. Check before you try again.', { retryAfter: 2 })

/** A setting with an unusable value; the message names the variable. */
export class WrongSetting extends Error {}

/** A command that can't be executed as typed; the message gives the reason and the possible forms. */
export class WrongCommand extends Error {}
