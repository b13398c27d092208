import { Suspense } from 'react'
import { idIn, paths } from '#web/paths.ts'
import { loadFrame, screenAt, warm } from '#web/screens.ts'
import { Guard } from '#web/sign-in/Guard.tsx'
import { SignIn } from '#web/sign-in/SignIn.tsx'
import { Spinner } from '#web/ui/base/Spinner.tsx'
import { lazyScreen } from '#web/ui/page/lazyScreen.tsx'
import { ScreenFailure } from '#web/ui/page/ScreenFailure.tsx'
import { Elsewhere, usePlace } from '#web/ui/place/Here.tsx'

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
