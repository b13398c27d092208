import { useRef, useState } from 'react'
import { Alert } from '#web/components/Alert.tsx'
import { useErrorLog } from '#web/components/error-log.ts'
import { Spinner } from '#web/components/Spinner.tsx'
import { LazyNothingFound } from '#web/lists/LazyNothingFound.ts'
import { ListTools } from '#web/lists/ListTools.tsx'
import { useListState } from '#web/lists/list-state.ts'
import { ShowMore } from '#web/lists/ShowMore.tsx'
import { useList } from '#web/lists/use-list.ts'
import { useVisibleRows } from '#web/lists/visible-rows.ts'
import { sentence, userApi } from './api.ts'
import type { UserActionsProps } from './UserActions.tsx'
import { UserTable } from './UserTable.tsx'

/** The users as far as they are loaded, or why they are not. */
export function UserList(actions: Omit<UserActionsProps, 'user'>) {
  const state = useListState(userApi.listing)
  const { query, items, total, retry, onShow } = useList(userApi.list(state.asked))
  const table = useRef<HTMLDivElement>(null)
  useVisibleRows(table, 'tbody > tr', onShow)
  const [dismissed, setDismissed] = useState<Error>()
  useErrorLog(userApi.failed.list, query.error)

  return (
    <>
      {query.error && query.error !== dismissed && (
        <Alert text={sentence(query.error, userApi.failed.list)} onRetry={retry} onDismiss={() => setDismissed(query.error)} />
      )}
      <ListTools collection={userApi} state={state} total={total} hasFailed={query.isError} />
      {query.isPending && <Spinner />}
      {query.data && items.length === 0 && <LazyNothingFound asked={state.asked} onClear={state.clear} />}
      <div ref={table}>{items.length > 0 && <UserTable users={items} total={total} {...actions} />}</div>
      <ShowMore list={state.address} query={query} shown={items.length} total={total} />
    </>
  )
}
