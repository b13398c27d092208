import * as z from 'zod/mini'
import { BranchClosure } from './closures.ts'
import { crud } from './crud.ts'
import { type Answer, byId, type Endpoints } from './endpoint.ts'
import { line, recordId, webAddress } from './fields.ts'
import { alphabetical } from './listing.ts'
import { imageAlts, imageFocalPoints, imageList } from './pictures.ts'

const fields = z.object({
  name: line('Branch Name', 120),
  address: line('Address', 300),
  googleMapsUrl: webAddress('Google Maps URL', 'In Google Maps, choose Share and paste the link here, such as https://maps.app.goo.gl/abc'),
  images: imageList,
})

export const BranchInput = z.extend(fields, {
  /** In an update: also renames the branch's coming bookings. Not stored. */
  renameBookings: z.optional(z.boolean('Rename bookings must be true or false.')),
})
export type BranchInput = z.output<typeof BranchInput>

const collection = crud('/api/branches', {
  one: 'branch',
  many: 'branches',
  input: fields,
  ofImages: { imagesAlt: imageAlts, imagesFocalPoints: imageFocalPoints },
  read: 'public',
  write: 'staff',
  listing: {
    search: ['name', 'address'],
    filters: { pictures: { label: 'Images', kind: 'own', options: { without: 'Without images' } } },
    orders: { name: alphabetical('Name', 'name') },
    order: 'name',
  },
})

/** The branch's bookings from now on that aren't canceled. `next` is the earliest. */
export const ComingBookings = z.object({
  coming: z.int(),
  next: z.nullable(z.object({ _id: recordId, date: z.string(), time: z.string(), fullName: z.string() })),
})
export type ComingBookings = z.output<typeof ComingBookings>

/** Reading a branch adds its closures. They are no part of the record. */
export type Branch = Answer<typeof collection.get> & { closures?: BranchClosure[] | undefined }

/** Left out if there are none. */
const closures = { closures: z.optional(z.array(BranchClosure)) }

export const branches = {
  ...collection,
  list: { ...collection.list, answer: z.array(z.extend(collection.list.answer.def.element, closures)) },
  // A closure changes the answer without a new version of the branch.
  get: { ...collection.get, answer: z.extend(collection.get.answer, closures), contentEtag: true },
  update: { ...collection.update, body: BranchInput },
  coming: {
    method: 'GET',
    path: '/api/branches/:id/coming-bookings',
    access: 'staff',
    summary: 'Counts the upcoming bookings of a branch and returns the next one.',
    params: byId,
    answer: ComingBookings,
  },
} as const satisfies Endpoints
