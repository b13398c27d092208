import type { Page } from '@playwright/test'

/**
 * Adds up how far things have moved without anybody touching them (web.dev/articles/cls). What moves in the moment that the font comes isn't
 * counted: on a machine that is busy that is after the first frame, and the letters that stood in for it have another width.
 */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: { value: number; startTime: number }[] = []
    const fontsCame: number[] = []
    // They are reported once all of them are there.
    const isOfFont = (time: number) => fontsCame.some((at) => at - 500 < time && time < at + 100)
    Object.assign(window, {
      shifts: () => moved.filter(({ startTime }) => !isOfFont(startTime)).reduce((sum, { value }) => sum + value, 0),
    })
    document.fonts.addEventListener('loadingdone', () => fontsCame.push(performance.now()))
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) moved.push(entry)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The sum so far. */
export const shifts = (page: Page) =>
  page.evaluate(async () => {
    // Two frames: the first draws what has just arrived, the second reports what moved.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return (Reflect.get(window, 'shifts') as () => number)()
  })
