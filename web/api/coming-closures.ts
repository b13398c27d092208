import { queryOptions } from '@tanstack/react-query'
import { closures } from '#contract/closures.ts'
import { call } from './call.ts'

/** The closures that aren't over, earliest first. */
export const comingClosures = queryOptions({
  queryKey: ['closures', 'coming'],
  queryFn: ({ signal }) => call(closures.coming, {}, { signal }),
})
