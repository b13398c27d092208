import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { session } from '#contract/session.ts'
import { call } from './call.ts'
import { currentSession, type Session, setUser, useSession } from './session.ts'

/** Who is signed in; `undefined` until the server has said so. */
export function usePerson() {
  return useQuery(personOf(useSession().session)).data
}

/**
 * The id under which what a person began is kept in this browser; `undefined` while it is asked for. Where the server doesn't
 * tell it, it is kept for this session alone.
 */
export function useOwner(): string | undefined {
  const { session: its } = useSession()
  const { data, isError } = useQuery(personOf(its))
  return its?.person ?? data?._id ?? (isError ? its?.token.slice(0, 8) : undefined)
}

/**
 * Asks again who is signed in, if that is a regular user: another user may have changed the role. A super user is not asked about, because an open
 * form of a former super user must not close under the input. The server refuses such a form.
 */
export function refetchRegularUser(client: QueryClient): void {
  const { queryKey } = personOf(currentSession())
  if (client.getQueryData(queryKey)?.isSuperUser === false) void client.invalidateQueries({ queryKey })
}

const personOf = (its: Session | undefined) =>
  queryOptions({
    queryKey: ['session', its?.number],
    queryFn: async ({ signal }) => {
      const person = await call(session.get, {}, { signal, as: its })
      if (its) setUser(its, person)
      return person
    },
    // A password that has to be changed may be changed in another tab.
    staleTime: ({ state }) => (state.data?.mustChangePassword ? 0 : Number.POSITIVE_INFINITY),
  })
