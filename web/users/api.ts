import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Activity, activity } from '#contract/activity.ts'
import { type Session, sessions } from '#contract/sessions.ts'
import { timeLimits } from '#contract/time-limits.ts'
import { type FirstPassword, type User, type UserInput, type UserRole, users } from '#contract/users.ts'
import { ApiError, call } from '#web/api/call.ts'
import { fileOf } from '#web/api/file-of.ts'
import { isOutcomeUnknown } from '#web/api/is-outcome-unknown.ts'
import { filterValues, invalidateAll, listQuery } from '#web/api/lists.ts'
import { collection } from '#web/api/resource.ts'

export const userApi = collection(
  'users',
  users,
  { list: 'Failed to fetch users', remove: 'Failed to delete user' },
  { unseenChange: 'The password was changed.' },
)

/** Creates a user, and reloads the list. */
export function useCreateUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: UserInput) => call(users.create, { body: input }),
    onSettled: () => invalidateAll(client),
  })
}

/** The server's own sentence; `fallback` where no answer came. */
export function sentence(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status > 0 ? error.message : fallback
}

/** Whether the form shows the error's sentence beside a field, where the user corrects it. */
export const isBesideField = (error: unknown): boolean => error instanceof ApiError && Object.values(error.fields).includes(error.message)

const sessionsKey = (user: User | undefined) => ['sessions', user?._id ?? 'own']

/** The sessions of `user`; without one, of the signed-in user. */
export function useSessions(user: User | undefined) {
  return useQuery({ queryKey: sessionsKey(user), queryFn: ({ signal }) => call(sessions.list, { query: { user: user?._id } }, { signal }) })
}

/** A session that is already over counts as ended. */
function unlessGone(error: unknown) {
  if (!(error instanceof ApiError && error.status === 404 && !isOutcomeUnknown(error))) throw error
}

/** Ends a session of `user`, or all of them but the one that asks. */
export function useEndSessions(user: User | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (session: Session | 'all') =>
      session === 'all'
        ? call(sessions.endAll, { query: { user: user?._id } })
        : call(sessions.end, { params: { id: session._id } }).catch(unlessGone),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey(user) }),
  })
}

/** Gives `user` a password to sign in with once; their sessions end. */
export function useGiveFirstPassword(user: User) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: FirstPassword) => call(users.setPassword, { params: { id: user._id }, body: input }, { version: user.version }),
    onSettled: () => invalidateAll(client),
  })
}

/** Makes `user` a super user or a regular user. */
export function useChangeRole(user: User) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (role: UserRole) => call(users.changeRole, { params: { id: user._id }, body: role }, { version: user.version }),
    onSettled: () => invalidateAll(client),
  })
}

/** The activity, a read-only list. */
export const activityApi = {
  listing: activity.list.listing,
  list: listQuery<Activity>('activity', activity.list, timeLimits.ordinary.browser),
  file: fileOf(activity.list),
  values: (filter: string) => filterValues(activity.values, 'activity', filter),
}
