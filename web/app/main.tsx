import '#web/router/location-state.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { connect } from '#web/api/call.ts'
import { currentSession, endRefusedSession } from '#web/api/session.ts'
import { ignoreStrayFiles } from '#web/media/file-drop.ts'
import { RouterProvider } from '#web/router/RouterProvider.tsx'
import { Router } from './routes.tsx'
import { isPreloaded, preload } from './screens.ts'

/** How long nothing is drawn while the code of the first screen comes, in milliseconds; then it is said that it is on its way. */
const longestWait = 1_000
/** How long for the font; not at all where the page itself took as long as `slow` to get here. */
const lettersWait = 100
const slow = 600

// The Content-Security-Policy forbids eval, which Zod would otherwise try.
config({ jitless: true })

connect({ caller: currentSession, onUnauthorized: endRefusedSession })
ignoreStrayFiles()
void start()

/** Not at the top: the code of the screens imports this file's, and would wait for it. */
async function start() {
  // On a slow network the text is shown in the system's font first. On fast networks the font should not change visibly.
  const letters = document.fonts.load('1em "Inter Variable"')
  const code = currentSession() && Promise.race([preload(location.pathname), pause(longestWait)])
  // A failure delays nothing: the app renders without the preloaded code or font.
  await Promise.allSettled([code, Promise.race([letters, pause(performance.now() < slow ? lettersWait : 0)])])
  const app = document.getElementById('app')
  if (!app) throw new Error('index.html lacks #app')
  createRoot(app).render(
    <StrictMode>
      <RouterProvider isReady={isPreloaded}>
        <Router />
      </RouterProvider>
    </StrictMode>,
  )
}

function pause(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
