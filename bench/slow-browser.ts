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

/** A visitor who is signed in, with an empty cache. */
export async function visitor(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript((token) => localStorage.setItem('authToken', token), token)
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

/** Milliseconds from the request for the page until the first frame with `selector` in it. */
export async function opened(page: Page, url: string, selector: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  return page.evaluate(async (selector) => {
    while (!document.querySelector(selector)) await new Promise(requestAnimationFrame)
    return performance.now()
  }, selector)
}

/** Milliseconds from a click until the first frame with `selector` in it. The pointer rests on the link first, as a hand's does. */
export async function clicked(page: Page, link: string, selector: string): Promise<number> {
  const target = page.locator(link).first()
  await target.hover()
  await page.waitForTimeout(500)
  const shown = page.evaluate(async (selector) => {
    const click = await new Promise<Event>((resolve) => addEventListener('click', resolve, { capture: true, once: true }))
    do await new Promise(requestAnimationFrame)
    while (!document.querySelector(selector))
    return performance.now() - click.timeStamp
  }, selector)
  await target.click()
  return shown
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
