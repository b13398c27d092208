import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/checks/browser.ts'

/** Slow 4G as Lighthouse has it, in bytes a second and milliseconds; and a processor four times slower than this one. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4

export type Request = { name: string; start: number; end: number; bytes: number }

export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] })
}

/** A visitor who is signed in, with an empty cache; every page looks out for `selector` from its beginning. */
export async function visitor(browser: Browser, token: string, selector: string): Promise<BrowserContext> {
  // Without colours that are asked for: Playwright's have the page that is left worked out anew before each visit.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, forcedColors: null })
  await context.addInitScript((token) => localStorage.setItem('authToken', token), token)
  await context.addInitScript(`Object.assign(globalThis, { frameWith: ${frameWith}, frameAfterClick: ${frameAfterClick} })`)
  // A question from outside would wait until the page has nothing else to do.
  await context.addInitScript(`globalThis.opened = frameWith(${JSON.stringify(selector)})`)
  return context
}

/** A page on that network and that processor. */
export async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

/** Milliseconds from the request for the page until the first frame with what its visitor looks out for. */
export async function opened(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate<number>('opened')
}

/** Milliseconds from a click until the first frame with `selector` in it. The pointer rests on the link first, as a hand's does. */
export async function clicked(page: Page, link: string, selector: string): Promise<number> {
  const target = page.locator(link).first()
  await target.hover()
  await page.waitForTimeout(500)
  const shown = page.evaluate<number>(`frameAfterClick(${JSON.stringify(selector)})`)
  await target.click()
  return shown
}

/**
 * Runs in the page: when the first frame with `selector` in it is made, in milliseconds since the page was asked for. It looks where
 * something has changed: looking in every frame would make the page draw frames that it has no need of, and slow down what is measured.
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

/** Runs in the page: milliseconds from the next click until that frame. */
function frameAfterClick(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const follow = ({ timeStamp }: Event) => void frameWith(selector).then((shown) => resolve(shown - timeStamp))
    addEventListener('click', follow, { capture: true, once: true })
  })
}

/** What was asked for before a moment, in the order of asking. */
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
