import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type SampleData as State, sampleData } from '#contract/sample-data.ts'
import { call } from '#web/api/call.ts'
import { invalidateAll } from '#web/api/lists.ts'
import { usePerson } from '#web/api/person.ts'
import { reasonOf } from '#web/api/reason.ts'
import { Alert } from '#web/components/Alert.tsx'
import { Button } from '#web/components/Button.tsx'
import { notify } from '#web/toasts/notices.ts'

const key = ['sample data']
/** The interval at which the progress is fetched, in milliseconds. */
const often = 1_000

/** Offers to load sample data into an empty chain, and shows the progress. */
export function SampleData() {
  const rule = useId()
  const client = useQueryClient()
  const isAllowed = usePerson()?.isSuperUser === true
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const wasLoading = client.getQueryData<State>(key)?.isLoading
      const state = await call(sampleData.get, {}, { signal })
      if (wasLoading && !state.isLoading) {
        invalidateAll(client)
        if (state.error === '') notify({ text: 'Sample data loaded.' })
      }
      return state
    },
    enabled: isAllowed,
    refetchInterval: ({ state }) => (state.data?.isLoading ? often : false),
  })
  const load = useMutation({
    mutationFn: () => call(sampleData.load, {}),
    onSuccess: (state) => client.setQueryData(key, state),
  })
  const isBusy = load.isPending || data?.isLoading === true
  const error = load.error ? reasonOf(load.error) : data?.error
  return (
    <div className="mt-5 border-line border-t pt-4">
      {!isBusy && (load.error || error) && <Alert text="Failed to load sample data" reason={error} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2 text-small">
        <Button
          disabled={!isAllowed}
          aria-disabled={isBusy}
          aria-busy={isBusy}
          aria-describedby={rule}
          onClick={() => isBusy || load.mutate()}
        >
          {isBusy ? 'Loading sample data…' : 'Load sample data'}
        </Button>
        <p id={rule} className="min-w-0 flex-1 basis-60">
          {isAllowed
            ? 'Adds sample movies, branches, bookings and images to try things out. Takes about 30 seconds.'
            : 'Only a super user can load sample data.'}
        </p>
        <p role="status" className="basis-full tabular-nums empty:hidden">
          {isBusy && data?.step}
        </p>
      </div>
    </div>
  )
}
