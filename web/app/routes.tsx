import { Suspense } from 'react'
import { Spinner } from '#web/components/Spinner.tsx'
import { lazyScreen } from '#web/router/lazyScreen.tsx'
import { idIn, paths } from '#web/router/paths.ts'
import { Navigate, useLocation } from '#web/router/RouterProvider.tsx'
import { Guard } from '#web/sign-in/Guard.tsx'
import { SignIn } from '#web/sign-in/SignIn.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { loadFrame, preload, screenAt } from './screens.ts'

const Frame = lazyScreen(loadFrame)
/** A constant element, so that React does not render the frame again for each screen. */
const frame = <Frame />

const preloadScreen = (path: string) => void preload(path)

/** The sign-in, or the frame with its screens. An unknown address redirects to the first screen. */
export function Router() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Spinner />}>
        <Whole />
      </Suspense>
    </ErrorBoundary>
  )
}

function Whole() {
  const { pathname } = useLocation()
  if (idIn(paths.signIn, pathname) !== undefined) return <SignIn preload={preloadScreen} />
  if (!screenAt(pathname)) return <Navigate to={paths.movies.list} />
  return <Guard preload={preloadScreen}>{frame}</Guard>
}
