import { useQuery } from '@tanstack/react-query'
import { session } from '#contract/session.ts'
import { call } from './call.ts'
import { useSession } from './session.ts'

/** Who is signed in; `undefined` until the server has said so. */
export function usePerson() {
  const { token } = useSession()
  const { data } = useQuery({
    queryKey: ['session', token],
    queryFn: ({ signal }) => call(session.get, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
