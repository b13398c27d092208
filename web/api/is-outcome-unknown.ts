import { ApiError } from './call.ts'

/**
 * Whether it is unknown if the server has carried out the call: there was no answer, or a proxy's (which has no `code`), or the server
 * itself does not know. Any other refusal means that nothing was changed.
 */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.code === 'unknown' || error.code === 'outcome_unknown'
