import type { ZodMiniType } from 'zod/mini'
import { ApiError } from './call.ts'

/** What is stored in place of `seen` by now, where a change was refused for that; `answer` reads an item. */
export function overtaking<Item extends { version: number }>(error: unknown, seen: Item, answer: ZodMiniType<Item>): Item | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined
  const current = answer.safeParse(error.current).data
  return current?.version === seen.version ? undefined : current
}
