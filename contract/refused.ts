import * as z from 'zod/mini'
import { RefusedFile } from './images.ts'

/** The body of every refusal. */
export const Refused = z.object({
  /** A sentence that a person can read. */
  error: z.string(),
  /** For programs; the same fault has the same code everywhere. */
  code: z.string(),
  /** A sentence for each field that is wrong. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** Why a promo code was refused, for staff: `error` tells nobody. */
  reason: z.optional(z.string()),
  /** The record as it is now, for a caller whose copy is out of date (412). */
  current: z.optional(z.unknown()),
  /** The outcome of each file of an upload of which nothing was stored. */
  files: z.optional(z.array(RefusedFile)),
  /** What the log calls this request. */
  requestId: z.optional(z.string()),
})
export type Refused = z.output<typeof Refused>

/** The refusal of a change (412) of what `answer` shows. */
export const staleWith = (answer: z.ZodMiniType) => z.extend(Refused, { current: answer })
