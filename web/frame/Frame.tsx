import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { queries } from '#web/api/queries.ts'
import { Spinner } from '#web/ui/base/Spinner.tsx'
import { Notices } from '#web/ui/page/Notices.tsx'
import { ScreenFailure } from '#web/ui/page/ScreenFailure.tsx'
import { OwnPasswordFirst } from './OwnPasswordFirst.tsx'
import { useScrollMemory } from './scroll.ts'
import { TopBar } from './TopBar.tsx'

/** What surrounds every screen of a signed-in person. */
export function Frame() {
  const { pathname } = useLocation()
  useScrollMemory()
  return (
    <QueryClientProvider client={queries()}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 -translate-y-20 rounded-control bg-surface px-4 py-2 font-[550] focus:translate-y-0 focus:shadow-dialog"
      >
        Skip to content
      </a>
      <TopBar />
      <main id="main" tabIndex={-1} className="mx-auto max-w-page px-4 py-6 md:p-8">
        <ScreenFailure key={pathname}>
          <Suspense fallback={<Spinner />}>
            <OwnPasswordFirst />
          </Suspense>
        </ScreenFailure>
      </main>
      <Notices />
    </QueryClientProvider>
  )
}
