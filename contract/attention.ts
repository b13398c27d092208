import * as z from 'zod/mini'
import type { Endpoints } from './endpoint.ts'

/** The kinds of records that need attention. Each kind is a list query of a resource. */
export const attentionKinds = [
  'no cover',
  'small cover',
  'trailer elsewhere',
  'still pending',
  'guests to call',
  'no picture',
  'no alt text',
  'code ending',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** The number of records that need attention, and the filters with which their list finds exactly these records. */
export const Attention = z.object({
  kind: z.enum(attentionKinds),
  count: z.int(),
  asked: z.record(z.string(), z.array(z.string())),
})
export type Attention = z.output<typeof Attention>

export const attention = {
  list: {
    method: 'GET',
    path: '/api/attention',
    access: 'staff',
    summary:
      'Counts records that need attention, such as movies without a cover, with the filters that find the records. Kinds without records are omitted.',
    answer: z.array(Attention),
    cacheable: true,
  },
} as const satisfies Endpoints
