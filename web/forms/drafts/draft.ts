import * as z from 'zod/mini'

/** The values of a form. An earlier release may have written them: their names need not be those of its fields by now. */
const Values = z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))

/** What somebody typed into a form and did not save. */
export const Draft = z.object({
  values: Values,
  /** Where a stored item is edited: the version that the changes began from, and what it said. */
  base: z.optional(z.object({ version: z.int(), values: Values })),
  /** What of a new item was sent under which name, and nobody knows whether it arrived: sent again, it is still one thing. */
  sent: z.optional(z.object({ as: z.string(), input: Values })),
})
export type Draft = z.output<typeof Draft>
