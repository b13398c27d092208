import '@fontsource-variable/inter'
import '#web/ui/base/arrival.ts'
import '#web/ui/base/tokens.css'
import '#web/ui/base/components.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { config } from 'zod/mini'
import { connect } from '#web/api/call.ts'
import { currentSession, endSession } from '#web/api/session.ts'
import { Router } from '#web/router.tsx'
import { warm } from '#web/screens.ts'
import { ignoreStrayFiles } from '#web/ui/images/file-drop.ts'

// The Content-Security-Policy forbids eval, which Zod would otherwise try.
config({ jitless: true })

connect({ caller: currentSession, onUnauthorized: endSession })
ignoreStrayFiles()
if (currentSession()) warm(location.pathname)

const app = document.querySelector('#app')
if (!app) throw new Error('index.html lacks #app')
createRoot(app).render(
  <StrictMode>
    <BrowserRouter>
      <Router />
    </BrowserRouter>
  </StrictMode>,
)
