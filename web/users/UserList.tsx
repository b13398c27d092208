import { useEffect, useState } from 'react'
import type { User } from '#contract/users.ts'
import { useList } from '#web/api/resource.ts'
import { Alert } from '#web/ui/base/Alert.tsx'
import { Spinner } from '#web/ui/base/Spinner.tsx'
import { ShowMore } from '#web/ui/list/ShowMore.tsx'
import { sentence, userApi } from './api.ts'
import { UserTable } from './UserTable.tsx'

/** The users as far as they are loaded, or why they are not. */
export function UserList({ onDelete }: { onDelete: (user: User) => void }) {
  const { query, items, total } = useList(userApi)
  const [dismissed, setDismissed] = useState<Error>()
  useEffect(() => {
    if (query.error) console.error(userApi.failed.list, query.error)
  }, [query.error])

  return (
    <>
      {query.error && query.error !== dismissed && (
        <Alert
          text={sentence(query.error, userApi.failed.list)}
          onRetry={() => void query.refetch()}
          onDismiss={() => setDismissed(query.error)}
        />
      )}
      {query.isPending && <Spinner />}
      {query.data && <UserTable users={items} total={total} onDelete={onDelete} />}
      <ShowMore query={query} shown={items.length} total={total} />
    </>
  )
}
