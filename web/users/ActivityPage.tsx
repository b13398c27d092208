import { useRef } from 'react'
import { usePerson } from '#web/api/person.ts'
import { Alert } from '#web/components/Alert.tsx'
import { useErrorLog } from '#web/components/error-log.ts'
import { Spinner } from '#web/components/Spinner.tsx'
import { DownloadButton } from '#web/lists/DownloadButton.tsx'
import { FilterBar } from '#web/lists/FilterBar.tsx'
import { GoneFilters } from '#web/lists/GoneFilters.tsx'
import { useListState } from '#web/lists/list-state.ts'
import { NothingFound } from '#web/lists/NothingFound.tsx'
import { ResultCount } from '#web/lists/ResultCount.tsx'
import { ShowMore } from '#web/lists/ShowMore.tsx'
import { useList } from '#web/lists/use-list.ts'
import { useVisibleRows } from '#web/lists/visible-rows.ts'
import { PageHead } from '#web/router/PageHead.tsx'
import { ActivityDays } from './ActivityDays.tsx'
import { activityApi, sentence } from './api.ts'
import { Tabs } from './Tabs.tsx'

const failed = 'Failed to fetch activity'

/** The activity, the latest first: of all users for a super user, otherwise the user's own. */
export function ActivityPage() {
  const seesAll = usePerson()?.isSuperUser ?? true
  const state = useListState(activityApi.listing, 'activity')
  const { query, items, total, retry, onShow } = useList(activityApi.list(state.asked))
  const days = useRef<HTMLDivElement>(null)
  useVisibleRows(days, 'ol > li', onShow)
  useErrorLog(failed, query.error)

  return (
    <>
      <Tabs />
      <PageHead title="Activity" subtitle={seesAll ? "All users' actions, newest first" : 'Your actions, newest first'} />
      <div className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-center gap-2">
          {/* On a phone the chips stay in one line, which can be pushed aside. */}
          <div className="relative flex items-center gap-2 empty:hidden max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap [&_fieldset]:max-sm:flex-nowrap [&>*]:shrink-0 sm:[&>*]:max-w-full">
            <FilterBar filters={Object.entries(activityApi.listing.filters)} state={state} values={activityApi.values} />
          </div>
          <ResultCount total={total} hasFailed={query.isError} noun="entry">
            <DownloadButton csv={() => activityApi.csv(state.asked)} />
          </ResultCount>
        </div>
        <GoneFilters gone={state.gone} />
      </div>
      {query.error && <Alert text={sentence(query.error, failed)} onRetry={retry} />}
      {query.isPending && <Spinner />}
      {query.isSuccess && items.length === 0 && <NothingFound onClear={state.clear} />}
      <div ref={days}>
        <ActivityDays lines={items} />
      </div>
      <ShowMore list={state.address} query={query} shown={items.length} total={total} />
    </>
  )
}
