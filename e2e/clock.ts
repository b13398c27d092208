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

/** The ways into the next day of a page that is open: midnight comes, or its machine is asleep by then, and its timers stand still. */
export const overnight: Record<string, (page: Page, nextDay: string) => Promise<void>> = {
  'stays open past midnight': (page) => page.clock.fastForward(60_000),
  'was asleep at midnight': (page, nextDay) => page.clock.setSystemTime(`${nextDay}T08:00:00`),
}
