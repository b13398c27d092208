import * as z from 'zod/mini'
import { byId, type Endpoints, nothing } from './endpoint.ts'
import { line, record } from './fields.ts'
import { storable } from './text.ts'

/** The lists that have views, by the name of their resource. */
const lists = ['movies', 'images', 'branches', 'news', 'menus', 'bookings', 'closures', 'promoCodes'] as const
export type ViewedList = (typeof lists)[number]

/** The longest query of a view, in UTF-16 units. */
export const longestViewQuery = 2_000
export const longestViewName = 60
/** The most views of a user, and the most shared views. */
export const mostViews = 100

/** The reason why a view of bookings has no search words: the name of a guest would outlive the booking. */
export const noWordsOfBookings = 'Views of bookings keep filters, not search words.'

/** The days that a view may name instead of a range: the client that opens the view turns them into dates. */
export const movingDays = ['today', 'tomorrow', 'this-week', 'past'] as const
export type MovingDays = (typeof movingDays)[number]

const layouts = ['', 'cards', 'rows'] as const
const noQuery = '"query" must be the query of a list, such as genre=Drama&order=title.'
const tooLong = {
  error: `A view can have at most ${longestViewQuery.toLocaleString('en')} characters of filters and search words.`,
  abort: true,
}

const ViewInput = z.object({
  list: z.enum(lists, `"list" must be one of ${lists.join(', ')}.`),
  name: line('Name', longestViewName),
  /** The search, filters and order, as in the address of the list. Days may be one of `movingDays`. */
  query: z.string(noQuery).check(z.maxLength(longestViewQuery, tooLong), z.regex(storable, noQuery)),
  /** The layout of the list; '' for the one that the browser has. */
  layout: z._default(z.enum(layouts, `"layout" must be one of ${layouts.filter(Boolean).join(', ')}, or empty.`), ''),
  /** Whether all users see the view. */
  shared: z._default(z.boolean('Shared must be true or false.'), false),
})
export type ViewInput = z.output<typeof ViewInput>

const View = z.object({
  ...record,
  list: z.enum(lists),
  name: z.string(),
  query: z.string(),
  layout: z.enum(layouts),
  shared: z.boolean(),
})
export type View = z.output<typeof View>

/** Saved views: named queries of lists. A user's own views are visible to that user only. Super users share views with everybody. */
export const views = {
  list: {
    method: 'GET',
    path: '/api/views',
    access: 'staff',
    summary: `Lists the user's views and the shared ones, by name, at most ${mostViews} of each.`,
    answer: z.array(View),
  },
  create: {
    method: 'POST',
    path: '/api/views',
    access: 'staff',
    summary: 'Saves a view. Only super users share views. A shared view belongs to all users and stays when its author is deleted.',
    body: ViewInput,
    answer: View,
    status: 201,
    idempotent: true,
    refuses: [409],
  },
  update: {
    method: 'PUT',
    path: '/api/views/:id',
    access: 'staff',
    summary: 'Replaces a view. Only super users change shared views.',
    params: byId,
    body: ViewInput,
    answer: View,
    versioned: true,
    refuses: [409],
  },
  remove: {
    method: 'DELETE',
    path: '/api/views/:id',
    access: 'staff',
    summary: 'Deletes a view. Only super users delete shared views.',
    params: byId,
    answer: nothing,
    status: 204,
    versioned: true,
  },
} as const satisfies Endpoints
