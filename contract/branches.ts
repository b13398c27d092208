import * as z from 'zod/mini'
import { byId, crud, type Endpoints } from './endpoint.ts'
import { line, record, recordId, webAddress } from './fields.ts'
import { imageList } from './images.ts'

export const BranchInput = z.object({
  name: line('Branch Name', 120),
  address: line('Address', 300),
  googleMapsUrl: webAddress('Google Maps URL', 'Paste the link that Google Maps gives under Share, such as https://maps.app.goo.gl/abc'),
  images: imageList,
  /** In an update: its coming bookings are renamed with it. Not stored. */
  renameBookings: z.optional(z.boolean('Rename Bookings must be true or false.')),
})
export type BranchInput = z.output<typeof BranchInput>

export const Branch = z.object({ ...record, name: z.string(), address: z.string(), googleMapsUrl: z.string(), images: z.array(z.string()) })
export type Branch = z.output<typeof Branch>

/** The bookings of a branch, not canceled, from this minute on; the next one is the earliest. */
export const ComingBookings = z.object({
  coming: z.int(),
  next: z.nullable(z.object({ _id: recordId, date: z.string(), time: z.string(), fullName: z.string() })),
})
export type ComingBookings = z.output<typeof ComingBookings>

export const branches = {
  ...crud('/api/branches', { one: 'branch', item: Branch, input: BranchInput, read: 'public', write: 'staff' }),
  coming: {
    method: 'GET',
    path: '/api/branches/:id/coming-bookings',
    access: 'staff',
    summary: 'How many bookings of a branch are still to come, and the next of them.',
    params: byId,
    answer: ComingBookings,
  },
} as const satisfies Endpoints
