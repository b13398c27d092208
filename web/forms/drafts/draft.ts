import * as z from 'zod/mini'

/** The values of a form. An earlier release may have written them: their names need not be those of its fields by now. */
const Values = z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))

/** The unsaved input of a form. */
export const Draft = z.object({
  values: Values,
  /** For a stored record: the version that the changes began from, and its values. */
  base: z.optional(z.object({ version: z.int(), values: Values })),
  /** For a new record: the idempotency key and the input that were sent without an answer. */
  sent: z.optional(z.object({ as: z.string(), input: Values })),
})
export type Draft = z.output<typeof Draft>

/** The form that a draft belongs to: its user, and its path. `id` is the id of the record that it edits. */
export type DraftForm = { owner: string; path: string; id?: string }

/** A draft that was found. `at` is the time of the latest input, in ISO 8601. */
export type ReadDraft = { id: string; path: string; at: string; draft: Draft }
