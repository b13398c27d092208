import * as z from 'zod/mini'
import { RefusedFile } from './images.ts'

/** The body of every error response. */
export const Refused = z.object({
  /** A sentence for the user. */
  error: z.string(),
  /** A stable code for programs: the same error always has the same code. */
  code: z.string(),
  /** A sentence for each invalid field. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** The reason for refusing a promo code, for staff only: `error` doesn't reveal it. */
  reason: z.optional(z.string()),
  /** The current record, for a caller whose copy is out of date (412). */
  current: z.optional(z.unknown()),
  /** The outcome of each file, when an upload stored none of them. */
  files: z.optional(z.array(RefusedFile)),
  /** The id of this request in the log. */
  requestId: z.optional(z.string()),
})
export type Refused = z.output<typeof Refused>

/** The body of a 412: the caller's copy of `answer` is out of date. */
export const staleWith = (answer: z.ZodMiniType) => z.extend(Refused, { current: answer })
