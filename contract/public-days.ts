import * as z from 'zod/mini'
import { dayOrNone } from './fields.ts'

/**
 * The first and the last day on which the public sees a record; '' for no limit. Staff always see the record. An update without a day keeps the
 * stored one, because older clients don't know these fields.
 */
export const showDays = { showFrom: z.optional(dayOrNone('Show from')), showUntil: z.optional(dayOrNone('Show until')) }
export type ShowDays = { showFrom?: string | undefined; showUntil?: string | undefined }

export const showDaysInOrder = z.refine<ShowDays>(({ showFrom, showUntil }) => !showFrom || !showUntil || showFrom <= showUntil, {
  error: '"Show until" must not be before "Show from".',
  path: ['showUntil'],
})

const options = { scheduled: 'Scheduled', public: 'Public' } as const
/** The filter by the public days of a listing without a last day. */
export const visibility = { label: 'Visibility', kind: 'visibility', options } as const
/** The same filter of a listing whose records have `showDays`. */
export const visibilityByShowDays = { ...visibility, options: { ...options, hidden: 'Hidden' } } as const

/** The `publicDays` of a listing whose records have `showDays`. */
export const byShowDays = { from: 'showFrom', until: 'showUntil' } as const
