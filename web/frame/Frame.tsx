import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { queries } from '#web/api/queries.ts'
import { Go } from '#web/ui/base/PlainLink.tsx'
import { Spinner } from '#web/ui/base/Spinner.tsx'
import { Notices } from '#web/ui/page/Notices.tsx'
import { ScreenFailure } from '#web/ui/page/ScreenFailure.tsx'
import { useNextAhead } from './next.ts'
import { OwnPasswordFirst } from './OwnPasswordFirst.tsx'
import { useScrollMemory } from './scroll.ts'
import { TopBar } from './TopBar.tsx'

/** What surrounds every screen of a signed-in person. */
export function Frame() {
  const { pathname } = useLocation()
  const go = useGo()
  useScrollMemory()
  useNextAhead()
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
        {/* Outside of what is new with each screen: the one before stays until the code of the next is here. */}
        <Go value={go}>
          <Suspense fallback={<Spinner />}>
            <ScreenFailure key={pathname}>
              <OwnPasswordFirst />
            </ScreenFailure>
          </Suspense>
        </Go>
      </main>
      <Notices />
    </QueryClientProvider>
  )
}

/** The router's own function is another one at each address. */
function useGo(): (to: string) => void {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useLayoutEffect(() => {
    latest.current = navigate
  })
  const [go] = useState(() => (to: string) => void latest.current(to))
  return go
}
