import { Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { paths } from '#web/paths.ts'
import { loadFrame, screens } from '#web/screens.ts'
import { Guard } from '#web/sign-in/Guard.tsx'
import { SignIn } from '#web/sign-in/SignIn.tsx'
import { Spinner } from '#web/ui/base/Spinner.tsx'
import { fromFile } from '#web/ui/page/fromFile.tsx'
import { ScreenFailure } from '#web/ui/page/ScreenFailure.tsx'

const Frame = fromFile(loadFrame)
const routes = screens.map(({ path, load }) => ({ path, Screen: fromFile(load) }))

export function Router() {
  return (
    <ScreenFailure>
      <Suspense fallback={<Spinner />}>
        <Routes>
          <Route path={paths.signIn} element={<SignIn />} />
          <Route
            element={
              <Guard>
                <Frame />
              </Guard>
            }
          >
            {routes.map(({ path, Screen }) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
          </Route>
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </Suspense>
    </ScreenFailure>
  )
}
