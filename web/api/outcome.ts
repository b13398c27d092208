import { ApiError } from './call.ts'

/**
 * Whether nobody knows if the server has done what it was asked to: no answer came, or not the server's own (a proxy's has no `code`), or it
 * can't tell itself. Whatever else it refuses has not been done, by that call.
 */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.code === 'unknown' || error.code === 'outcome_unknown'
