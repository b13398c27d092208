import { useEffect, useState } from 'react'
import type { User } from '#contract/users.ts'
import { ApiError } from '#web/api/call.ts'
import { useList } from '#web/api/resource.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useDeletion } from '#web/ui/deletion.ts'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { sentence, userApi } from './api.ts'
import { UserTable } from './UserTable.tsx'

/** The users, and the deleting of one. */
export function UserList({ onDeleted }: { onDeleted: (user: User, undo: () => void) => void }) {
  const { query, items, total } = useList(userApi)
  const deletion = useDeletion(userApi, (user) => user.username, onDeleted)
  const [seen, setSeen] = useState<Error>()
  useEffect(() => {
    if (query.error) console.error(userApi.failed.list, query.error)
  }, [query.error])

  return (
    <>
      {query.error && query.error !== seen && (
        <Alert
          text={sentence(query.error, userApi.failed.list)}
          onRetry={() => void query.refetch()}
          onDismiss={() => setSeen(query.error)}
        />
      )}
      {deletion.error && (
        <Alert
          text={sentence(deletion.error, userApi.failed.remove)}
          onRetry={isRefusal(deletion.error) ? undefined : () => deletion.retry(items)}
          onDismiss={deletion.dismiss}
        />
      )}
      {query.isPending && <Spinner />}
      {query.data && <UserTable users={items} total={total} onDelete={deletion.ask} />}
      <ShowMore query={query} shown={items.length} total={total} />
      {deletion.asked && (
        <ConfirmDialog
          question="Are you sure you want to delete this user?"
          isBusy={deletion.isBusy}
          onConfirm={deletion.confirm}
          onCancel={deletion.cancel}
        >
          {deletion.asked.username} is signed out everywhere at once.
        </ConfirmDialog>
      )}
    </>
  )
}

/** The server has said no, and would say so again. */
const isRefusal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500
