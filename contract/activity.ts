import * as z from 'zod/mini'
import { byFilter, type Endpoints } from './endpoint.ts'
import { recordId } from './fields.ts'
import { listQuery, newest, type Unsearched } from './listing.ts'

/** What can be done, by the name that its filter has for a person. What is done to a record begins the list. */
export const activityKinds = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  erase: 'Erased',
  password: 'Passwords',
  'sign-in': 'Sign-ins',
  'failed sign-in': 'Failed sign-ins',
  'sign-out': 'Sign-outs',
} as const
export type ActivityKind = keyof typeof activityKinds

/** A line of the activity: something that was done. Nobody changes one. `''` stands for what it has nothing of. */
export const Activity = z.object({
  _id: recordId,
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** Who did it; `null`: the product itself, or nobody that it knows. Of a failed sign-in, whose name it was. */
  byId: z.nullable(z.string()),
  byName: z.nullable(z.string()),
  kind: z.enum(Object.keys(activityKinds) as [ActivityKind, ...ActivityKind[]]),
  /** To a record of which resource, as `contract/calls.ts` calls it, and what it was called then. */
  resource: z.string(),
  recordId: z.string(),
  title: z.string(),
  /** Where that record is now. */
  state: z.enum(['', 'there', 'in trash', 'gone']),
  /** From where somebody signed in, or out. */
  address: z.string(),
  browser: z.string(),
  /** Failed sign-ins of a minute are one line. */
  times: z.int(),
})
export type Activity = z.output<typeof Activity>

const listing = {
  filters: {
    kind: { label: 'Kind', kind: 'choice', options: activityKinds },
    at: { label: 'Days', kind: 'days' },
    byName: { label: 'Person', kind: 'text' },
  },
  orders: { newest },
  order: 'newest',
} as const satisfies Unsearched

export const activity = {
  list: {
    method: 'GET',
    path: '/api/activity',
    access: 'staff',
    summary: 'What was done, by whom and when: everything for super users, what they did themselves for others.',
    query: listQuery(listing),
    answer: z.array(Activity),
    listing,
  },
  values: {
    method: 'GET',
    path: '/api/activity/values/:filter',
    access: 'staff',
    summary: 'Whose activity there is for whoever asks (`byName`).',
    params: byFilter,
    answer: z.array(z.string()),
  },
} as const satisfies Endpoints
