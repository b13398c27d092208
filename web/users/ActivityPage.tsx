import { useRef } from 'react'
import { usePerson } from '#web/api/person.ts'
import { Alert } from '#web/components/Alert.tsx'
import { useErrorLog } from '#web/components/error-log.ts'
import { useMediaQuery, wide } from '#web/components/media-query.ts'
import { Spinner } from '#web/components/Spinner.tsx'
import { DownloadButton } from '#web/lists/DownloadButton.tsx'
import { FilterBar } from '#web/lists/FilterBar.tsx'
import { FilterPanel } from '#web/lists/FilterPanel.tsx'
import { GoneFilters } from '#web/lists/GoneFilters.tsx'
import { LazyNothingFound } from '#web/lists/LazyNothingFound.ts'
import { useListState } from '#web/lists/list-state.ts'
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
  const isWide = useMediaQuery(wide)
  const { kind, at, byName } = activityApi.listing.filters
  const inRow = isWide ? Object.entries({ byName, at }) : []
  const inPanel = Object.entries(isWide ? { kind } : { byName, at, kind })
  const count = inPanel.filter(([name]) => state.asked[name]?.length).length
  const days = useRef<HTMLDivElement>(null)
  useVisibleRows(days, 'ol > li', onShow)
  useErrorLog(failed, query.error)

  return (
    <>
      <Tabs />
      <PageHead title="Activity" subtitle={seesAll ? "All users' actions, newest first" : 'Your actions, newest first'} />
      <div className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <FilterBar filters={inRow} state={state} values={activityApi.values} />
          <FilterPanel filters={inPanel} count={count} state={state} values={activityApi.values} />
          <ResultCount total={total} hasFailed={query.isError} noun="entry">
            <DownloadButton file={(format) => activityApi.file(state.asked, format)} />
          </ResultCount>
        </div>
        <GoneFilters gone={state.gone} />
      </div>
      {query.error && <Alert text={sentence(query.error, failed)} onRetry={retry} />}
      {query.isPending && <Spinner />}
      {query.isSuccess && items.length === 0 && <LazyNothingFound asked={state.asked} onClear={state.clear} />}
      <div ref={days}>
        <ActivityDays lines={items} />
      </div>
      <ShowMore list={state.address} query={query} shown={items.length} total={total} />
    </>
  )
}
