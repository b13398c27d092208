import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/checks/browser.ts'

/** Lighthouse's slow 4G, in bytes a second and milliseconds, and a processor four times slower than this one. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4

export type Request = { name: string; start: number; end: number; bytes: number }

export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] })
}

/** Returns a signed-in browser context with an empty cache. Every page waits for `selector` from its start. */
export async function visitor(browser: Browser, token: string, selector: string): Promise<BrowserContext> {
  // No emulation of forced colours: Playwright's emulation restyles the page being left before each visit.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, forcedColors: null })
  await context.addInitScript((token) => localStorage.setItem('authToken', token), token)
  await context.addInitScript(`Object.assign(globalThis, { frameWith: ${frameWith}, frameAfterClick: ${frameAfterClick} })`)
  // The page watches itself, because a call from outside would wait until the page is idle.
  await context.addInitScript(`globalThis.opened = frameWith(${JSON.stringify(selector)})`)
  return context
}

/** Returns a page with that network and processor. */
export async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

/** Returns the milliseconds from the request for the page to the first frame with the context's selector. */
export async function opened(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate<number>('opened')
}

/** Returns the milliseconds from a click to the first frame with `selector`. The pointer rests on the link first, like a hand's. */
export async function clicked(page: Page, link: string, selector: string): Promise<number> {
  const target = page.locator(link).first()
  await target.hover()
  await page.waitForTimeout(500)
  const shown = page.evaluate<number>(`frameAfterClick(${JSON.stringify(selector)})`)
  await target.click()
  return shown
}

/**
 * Runs in the page: returns when the first frame with `selector` is made, in milliseconds since the page was requested. The observer reacts to
 * changes of the document. Checking every frame would force extra frames and slow down the measured page.
 */
function frameWith(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(selector)) return
      changes.disconnect()
      requestAnimationFrame(() => resolve(performance.now()))
    }
    const changes = new MutationObserver(look)
    changes.observe(document, { childList: true, subtree: true })
    look()
  })
}

/** Runs in the page: returns the milliseconds from the next click to the first frame with `selector`. */
function frameAfterClick(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const follow = ({ timeStamp }: Event) => void frameWith(selector).then((shown) => resolve(shown - timeStamp))
    addEventListener('click', follow, { capture: true, once: true })
  })
}

/** Returns the requests made before a moment, in order. */
export function requestsBefore(page: Page, moment: number): Promise<Request[]> {
  return page.evaluate((moment) => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')] as PerformanceResourceTiming[]
    return all
      .filter(({ startTime }) => startTime < moment)
      .map(({ name, startTime, responseEnd, transferSize }) => ({
        name: name.replace(location.origin, ''),
        start: startTime,
        end: responseEnd,
        bytes: transferSize,
      }))
  }, moment)
}
