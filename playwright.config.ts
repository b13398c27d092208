import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/checks/browser.ts'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  retries: 0,
  forbidOnly: !process.stdout.isTTY,
  // Journeys of one file share a server, so they run in order; files run side by side.
  fullyParallel: false,
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    locale: 'en-GB',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
