import * as z from 'zod/mini'
import { byFilter, type Endpoints } from './endpoint.ts'
import { recordId } from './fields.ts'
import { listQuery, newest, type Unsearched } from './listing.ts'

/** The kinds of activity, with the labels that the filter shows. Kinds that concern a record come first. */
export const activityKinds = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  erase: 'Erased',
  contact: 'Calls',
  batch: 'Many at once',
  password: 'Passwords',
  role: 'Roles',
  'sign-in': 'Sign-ins',
  'failed sign-in': 'Failed sign-ins',
  'sign-out': 'Sign-outs',
} as const
export type ActivityKind = keyof typeof activityKinds

/** An entry of the activity log. Entries are never changed. `''` marks a value that the entry doesn't have. */
export const Activity = z.object({
  _id: recordId,
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** The user who acted; `null`: the product itself or an unknown user. For a failed sign-in, the user whose name was entered. */
  byId: z.nullable(z.string()),
  byName: z.nullable(z.string()),
  kind: z.enum(Object.keys(activityKinds) as [ActivityKind, ...ActivityKind[]]),
  /** The record (none for a batch): its resource (a name of `contract/calls.ts`), its id, and its title at that time. */
  resource: z.string(),
  recordId: z.string(),
  title: z.string(),
  /** The current state of that record. */
  state: z.enum(['', 'there', 'in trash', 'gone']),
  /** The address and the browser of a sign-in or sign-out. */
  address: z.string(),
  browser: z.string(),
  /** The number of changes of a batch by action: an import, or one change of many records. `null` for other entries. */
  counts: z.nullable(z.object({ create: z.int(), update: z.int(), delete: z.int(), restore: z.int(), erase: z.int() })),
  /** The number of events: failed sign-ins within one minute share an entry. */
  times: z.int(),
})
export type Activity = z.output<typeof Activity>

const listing = {
  filters: {
    kind: { label: 'Action', kind: 'choice', options: activityKinds },
    at: { label: 'Date', kind: 'days' },
    byName: { label: 'User', kind: 'text' },
  },
  orders: { newest },
  order: 'newest',
} as const satisfies Unsearched

export const activity = {
  list: {
    method: 'GET',
    path: '/api/activity',
    access: 'staff',
    summary: "Lists who did what and when. Super users see all users' actions, other users only their own.",
    query: listQuery(listing),
    answer: z.array(Activity),
    listing,
  },
  values: {
    method: 'GET',
    path: '/api/activity/values/:filter',
    access: 'staff',
    summary: 'Lists the users whose actions the caller can see (`byName`).',
    params: byFilter,
    answer: z.array(z.string()),
  },
} as const satisfies Endpoints
