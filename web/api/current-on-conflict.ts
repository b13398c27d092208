import type { ZodMiniType } from 'zod/mini'
import { ApiError } from './call.ts'

/** The stored record that a conflicting change (412) was refused for, parsed by `answer`; `undefined` for other errors and for the version of `seen`. */
export function currentOnConflict<Item extends { version: number }>(
  error: unknown,
  seen: Item,
  answer: ZodMiniType<Item>,
): Item | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined
  const current = answer.safeParse(error.current).data
  return current?.version === seen.version ? undefined : current
}
