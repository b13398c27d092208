import type { Page, Request, Route } from '@playwright/test'

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** How long a page may ask for what it needs, in milliseconds. */
const patience = 30_000

/**
 * Adds up how far things move without anybody touching them (web.dev/articles/cls), in every page that is opened from now on.
 *
 * The font is kept back until `letFontCome`: on a busy machine it comes after the first frame, and its letters have another width than those that
 * stand in for them, so that nobody could tell what has moved for another reason.
 */
export async function watchShifts(page: Page) {
  const asked = new Set<Request>()
  // What a page still asked for when it was left may never be told to have ended, and told to have begun only then.
  let isLeft = false
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeft = true
    if (!/\.woff2$|\/api\/live\b/.test(request.url())) asked.add(request)
  })
  page.on('framenavigated', (frame) => {
    if (isLeft && frame === page.mainFrame()) asked.clear()
    isLeft &&= frame !== page.mainFrame()
  })
  page.on('requestfinished', (request) => asked.delete(request)).on('requestfailed', (request) => asked.delete(request))
  const fonts: Route[] = []
  await page.route('**/*.woff2', (route) => void fonts.push(route))
  await page.addInitScript(() => {
    const shifts = { sum: 0, moved: [] as string[] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        shifts.sum += value
        for (const { node, previousRect: before, currentRect: now } of sources)
          shifts.moved.push(`${node?.textContent?.slice(0, 40)} by ${now.x - before.x}, ${now.y - before.y} px`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return {
    /** The sum so far and what it is of, once what the page asks for has come: much of it is asked for only when the rest is drawn. */
    async shifts() {
      const begun = Date.now()
      for (let still = 0; still < 3; still = asked.size > 0 ? 0 : still + 1) {
        if (Date.now() - begun > patience) throw new Error(`Still asked for: ${[...asked].map((request) => request.url()).join(', ')}`)
        await page.waitForTimeout(50)
      }
      return page.evaluate(async () => {
        // Two frames: the first draws what has just arrived, the second reports what moved.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        return Reflect.get(window, 'shifts') as { sum: number; moved: string[] }
      })
    },
    async letFontCome(): Promise<void> {
      // Those of a page that has been left are of no use to anybody.
      await Promise.allSettled(fonts.splice(0).map((route) => route.continue()))
      await page.evaluate(() => document.fonts.ready)
    },
  }
}
