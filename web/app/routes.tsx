import { Suspense } from 'react'
import { Spinner } from '#web/components/Spinner.tsx'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { idIn, paths } from '#web/router/paths.ts'
import { Elsewhere, usePlace } from '#web/router/RouterProvider.tsx'
import { Guard } from '#web/sign-in/Guard.tsx'
import { SignIn } from '#web/sign-in/SignIn.tsx'
import { ScreenFailure } from './ErrorBoundary.tsx'
import { loadFrame, screenAt, warm } from './screens.ts'

const Frame = lazyScreen(loadFrame)
/** One for ever: what is the same on every screen is not drawn anew with each. */
const frame = <Frame />

const preload = (path: string) => void warm(path)

/** The sign-in, or the frame with its screens; what is no address of the app leads to its first one. */
export function Router() {
  return (
    <ScreenFailure>
      <Suspense fallback={<Spinner />}>
        <Whole />
      </Suspense>
    </ScreenFailure>
  )
}

function Whole() {
  const { pathname } = usePlace()
  if (idIn(paths.signIn, pathname) !== undefined) return <SignIn preload={preload} />
  if (!screenAt(pathname)) return <Elsewhere to={paths.movies.list} />
  return <Guard preload={preload}>{frame}</Guard>
}
