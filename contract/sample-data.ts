import * as z from 'zod/mini'
import type { Endpoints } from './endpoint.ts'

/** `step` is the step under way, such as 'Adding bookings: 100 of 300'; `error` says why the last attempt failed. Both are '' for none. */
export const SampleData = z.object({ isLoading: z.boolean(), step: z.string(), error: z.string() })
export type SampleData = z.output<typeof SampleData>

export const sampleData = {
  get: {
    method: 'GET',
    path: '/api/sample-data',
    access: 'super user',
    summary: 'Returns whether sample data is being loaded, and why the last attempt failed.',
    answer: SampleData,
  },
  load: {
    method: 'POST',
    path: '/api/sample-data',
    access: 'super user',
    summary: 'Starts loading sample movies, branches, news, a menu, promo codes, bookings and images into an empty chain.',
    answer: SampleData,
    idempotent: true,
    refuses: [409],
  },
} as const satisfies Endpoints
