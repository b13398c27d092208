import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Caller } from './caller.ts'
import { invalidateAll } from './lists.ts'
import { recordOwnChange } from './live.ts'
import { useSession } from './session.ts'

/**
 * A mutation of a collection that refreshes the screen; `onDone` shows the result before. The change belongs to the session that the screen was
 * drawn in, however late it is made: an Undo, a save that waited for an upload.
 */
export function useChange<Variables, Result>(
  name: string,
  change: (variables: Variables, as: Caller | undefined) => Promise<Result>,
  onDone?: (client: QueryClient, result: Result, variables: Variables) => void,
) {
  const client = useQueryClient()
  const { session } = useSession()
  return useMutation({
    mutationFn: (variables: Variables) => change(variables, session),
    onSuccess(result, variables) {
      recordOwnChange(name, result)
      onDone?.(client, result, variables)
    },
    onSettled: () => invalidateAll(client),
  })
}
