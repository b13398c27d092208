import type { Page } from '@playwright/test'

/**
 * Puts the page's time into the test's hands: `page.clock.fastForward` then also reaches the time limits of requests,
 * which are `AbortSignal.timeout` and otherwise beyond Playwright's clock.
 */
export async function holdClock(page: Page) {
  await page.clock.install()
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('The time is up.', 'TimeoutError')), ms)
      return controller.signal
    }
  })
}
