import { Suspense } from 'react'
import { useSession } from '#web/api/session.ts'
import { Mark } from '#web/components/Mark.tsx'
import { lazyOptional } from '#web/router/lazyOptional.tsx'
import { stateValue } from '#web/router/location-state.ts'
import { paths } from '#web/router/paths.ts'
import { Navigate, useLocation } from '#web/router/RouterProvider.tsx'
import { SignInForm, type SignInFormProps } from './SignInForm.tsx'

/** Only to look at: where its code can't be fetched, people sign in without it. */
const PosterWall = lazyOptional(async () => (await import('./PosterWall.tsx')).PosterWall)

/** The sign-in screen. A signed-in user is redirected to the requested page. */
export function SignIn({ preload }: Pick<SignInFormProps, 'preload'>) {
  const { session } = useSession()
  const { from, expired } = origin(useLocation().state)
  if (session) return <Navigate to={from} />
  return (
    <main className="grid min-h-dvh overflow-hidden md:grid-cols-2">
      <title>Sign In · MovieBox</title>
      <div className="grid place-items-center px-5 py-10">
        <div className="w-full max-w-[340px]">
          <Mark size={44} />
          <h1 className="mt-6 text-title">Welcome Back</h1>
          <p className="mt-1 mb-6 text-ink-2">Sign in to your account</p>
          {expired && (
            <p role="status" className="mb-5 rounded-control bg-sunk px-3 py-2.5 text-ink-2">
              Your session has ended. Sign in again to continue where you left off.
            </p>
          )}
          <SignInForm from={from} preload={preload} />
        </div>
      </div>
      <div className="relative max-md:hidden">
        <Suspense>
          <PosterWall />
        </Suspense>
      </div>
    </main>
  )
}

/** Where the guard sent the visitor away from, as it noted in the history entry. */
function origin(state: unknown): { from: string; expired: boolean } {
  const from = stateValue(state, 'from')
  return { from: typeof from === 'string' ? from : paths.movies.list, expired: stateValue(state, 'expired') === true }
}
