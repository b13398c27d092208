import { useQuery } from '@tanstack/react-query'
import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { call } from '#web/api/call.ts'
import { useListPages } from '#web/api/lists.ts'
import { paths } from '#web/router/paths.ts'
import { createSetting } from '#web/setting.ts'
import { useStore } from '#web/store.ts'
import { movieApi } from './api.ts'

/** Whether this browser shows the guide. */
const guide = createSetting('moviebox.gettingStarted', ['undecided', 'open', 'closed'])

type Step = { to: string; label: string; text: string; isDone: boolean }

/**
 * The four steps, in order, with their state; `undefined` while the guide is hidden. The guide appears on an empty system, and stays until
 * all steps are done or the user dismisses it.
 */
export function useSteps(): Step[] | undefined {
  // The list requests it, reports a failure, and offers to try again.
  const { query, total } = useListPages({ ...movieApi.list({}), refetchOnMount: false, retryOnMount: false })
  const state = useStore(guide)
  const { data: done } = useQuery({
    queryKey: ['movies', 'getting started'],
    enabled: state === 'open' || (state === 'undecided' && query.isSuccess && total === 0),
    queryFn: async ({ signal }) => {
      const lists = [images.list, branches.list, movies.list, bookings.list]
      const first = await Promise.all(lists.map((list) => call(list, { query: { limit: '1' } }, { signal })))
      const found = first.map((list) => list.total > 0)
      if (!found.includes(true)) guide.set('open')
      if (!found.includes(false)) closeGuide()
      return found
    },
  })
  return state === 'open' && done ? steps.map((step, at) => ({ ...step, isDone: done[at] ?? false })) : undefined
}

export const closeGuide = () => guide.set('closed')

const steps = [
  { to: paths.gallery, label: 'Upload posters', text: 'Add posters and photos for movies, branches, news and menu items.' },
  { to: paths.branches.add, label: 'Add a branch', text: 'Every booking belongs to a branch.' },
  { to: paths.movies.add, label: 'Add a movie', text: 'Enter a title, genre, description, cover and trailer.' },
  { to: paths.bookings.add, label: 'Take a booking', text: 'Choose the branch, date and time for a guest.' },
]
