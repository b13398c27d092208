import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/checks/browser.ts'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  retries: 0,
  // A busy machine is slower than the product: these only end what would never come.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: !process.stdout.isTTY,
  // Journeys of one file share a server, so they run in order; files run side by side.
  fullyParallel: false,
  use: {
    viewport: { width: 1440, height: 900 },
    // Without its film, for which the browser would draw and pack every frame: that is more work than the journeys themselves.
    trace: { mode: 'retain-on-failure', screenshots: false },
    // Playwright takes a picture of every page that closes, in case its test fails later. A failure has a description of its page anyway.
    screenshot: 'off',
    locale: 'en-GB',
    // A fifth of the browser's work was drawing things on their way; the journeys of lists see them move.
    contextOptions: { reducedMotion: 'reduce' },
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
