import { ApiError } from './call.ts'

/** The server's sentence on why a call failed; `undefined` where it gave none. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.sentence : undefined
}
