import type { Page } from '@playwright/test'

/** Adds up how far things have moved without anybody touching them (web.dev/articles/cls). */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) Object.assign(window, { shifts: Reflect.get(window, 'shifts') + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The sum so far. */
export const shifts = (page: Page) =>
  page.evaluate(async () => {
    // Two frames: the first draws what has just arrived, the second reports what moved.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return Reflect.get(window, 'shifts') as number
  })
