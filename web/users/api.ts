import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type UserInput, users } from '#contract/users.ts'
import { ApiError, call } from '#web/api/call.ts'
import { collection } from '#web/api/resource.ts'

export const userApi = collection('users', users, { list: 'Failed to fetch users', remove: 'Failed to delete user' })

/** Adds a user; the list is loaded anew. */
export function useCreateUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: UserInput) => call(users.create, { body: input }),
    onSuccess: () => void client.invalidateQueries(),
  })
}

/** The server's own sentence; `fallback` where no answer came. */
export function sentence(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status > 0 ? error.message : fallback
}
