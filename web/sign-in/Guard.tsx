import { Fragment, type ReactNode } from 'react'
import { useIsInterrupted, useSession } from '#web/api/session.ts'
import { paths } from '#web/router/paths.ts'
import { Navigate, useLocation } from '#web/router/RouterProvider.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import type { SignInFormProps } from './SignInForm.tsx'

/** Lets signed-in people through; sends everybody else to the sign-in, which remembers the page that was asked for. */
export function Guard({ preload, children }: Pick<SignInFormProps, 'preload'> & { children: ReactNode }) {
  const { session, ended } = useSession()
  const isInterrupted = useIsInterrupted()
  const { pathname, search, hash } = useLocation()
  if (session) {
    // The key: nothing that one person has opened is left standing for the next.
    return (
      <Fragment key={session.number}>
        {children}
        {isInterrupted && <SignInAgain preload={preload} />}
      </Fragment>
    )
  }
  const state = ended === 'signed out' ? null : { from: pathname + search + hash, expired: ended === 'expired' }
  return <Navigate to={paths.signIn} state={state} />
}
