import { Fragment, type ReactNode } from 'react'
import { useSession } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { Elsewhere, usePlace } from '#web/ui/place/Here.tsx'

/** Lets signed-in people through; sends everybody else to the sign-in, which remembers the page that was asked for. */
export function Guard({ children }: { children: ReactNode }) {
  const { session, ended } = useSession()
  const { pathname, search, hash } = usePlace()
  // The key: nothing that one person has opened is left standing for the next.
  if (session) return <Fragment key={session.number}>{children}</Fragment>
  const state = ended === 'signed out' ? null : { from: pathname + search + hash, expired: ended === 'expired' }
  return <Elsewhere to={paths.signIn} state={state} />
}
