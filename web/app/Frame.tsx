import { QueryClientProvider } from '@tanstack/react-query'
import { type MouseEvent, Suspense, useEffect } from 'react'
import { queries } from '#web/api/queries.ts'
import { useIsInterrupted } from '#web/api/session.ts'
import { useToday } from '#web/api/use-today.ts'
import { Spinner } from '#web/components/Spinner.tsx'
import { closeOverlay, overlay } from '#web/palette/overlays.ts'
import { AsOf } from '#web/realtime/AsOf.tsx'
import { LiveLater } from '#web/realtime/LiveLater.tsx'
import { useLocation } from '#web/router/RouterProvider.tsx'
import { useScrollRestoration } from '#web/router/scroll-restoration.ts'
import { useStore } from '#web/store.ts'
import { Notices } from '#web/toasts/Notices.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { OwnPasswordFirst } from './OwnPasswordFirst.tsx'
import { PrefetchLinks } from './PrefetchLinks.tsx'
import { useFrameShortcuts } from './shortcuts.ts'
import { TopBar } from './TopBar.tsx'

/** The layout around every screen of a signed-in user. Only the parts that depend on the location read it, so a navigation renders nothing else. */
export function Frame() {
  useRefetchAfterSignIn()
  // Much of the content depends on the day, so all of it is rendered again at midnight.
  useToday()
  return (
    <QueryClientProvider client={queries()}>
      {/* biome-ignore lint/a11y/useValidAnchor: a link, which keeps the current hash where a dialog depends on it */}
      <a
        href="#main"
        onClick={skipToContent}
        className="fixed top-2 left-2 z-40 -translate-y-20 rounded-control bg-surface px-4 py-2 font-[550] focus:translate-y-0 focus:shadow-dialog print:hidden"
      >
        Skip to content
      </a>
      <TopBar />
      <AsOf />
      <main id="main" tabIndex={-1} className="mx-auto max-w-page px-4 pt-5 pb-6 md:p-8 print:p-0">
        {/* Outside the screen, so that the previous screen stays until the code of the next one has loaded. */}
        <Suspense fallback={<Spinner />}>
          <Screen />
        </Suspense>
      </main>
      {/* Has no size while it is empty, and moves up when a form's bar appears. */}
      <div className="tray pointer-events-none fixed inset-x-0 z-30 grid justify-items-center px-4 print:hidden [&>:not(:empty,.sr-only)]:pb-4">
        <LiveLater />
        <Notices />
      </div>
      <Overlays />
      <ScrollMemory />
      <PrefetchLinks />
    </QueryClientProvider>
  )
}

/** The skip link must not change the hash: that would close a dialog that a hash has opened, with unsaved input. */
function skipToContent(event: MouseEvent) {
  if (location.hash === '') return
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function Screen() {
  return (
    <ErrorBoundary key={useLocation().pathname}>
      <OwnPasswordFirst />
    </ErrorBoundary>
  )
}

function ScrollMemory() {
  useScrollRestoration()
  return null
}

/** Refetches all queries after a new sign-in over an open screen: the data and the rights may have changed. */
function useRefetchAfterSignIn() {
  const isInterrupted = useIsInterrupted()
  useEffect(() => (isInterrupted ? () => void queries().invalidateQueries() : undefined), [isInterrupted])
}

/** The shortcuts of every screen, and the dialog that a shortcut has opened. */
function Overlays() {
  useFrameShortcuts()
  const { Overlay } = useStore(overlay())
  return Overlay && <Overlay onClose={closeOverlay} />
}
