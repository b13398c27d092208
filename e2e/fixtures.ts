import { test as base, expect, type Page } from '@playwright/test'
import { drafts } from '#contract/drafts.ts'
import { type Api, signIn } from './api.ts'
import { graveFindings } from './axe.ts'
import { startServer, type TestServer } from './server.ts'

export { expect }

type PerTest = {
  /** Calls as the super user, whose session is the one that `signedIn` has in the browser. The user has no drafts at first. */
  api: Api
  /** The page with a session already in the browser: `goto` where the journey begins. */
  signedIn: Page
  /** Fails where the page as it stands has serious or critical accessibility findings; by these rules alone where some are given. */
  axe: (rules?: string[]) => Promise<void>
  /**
   * Every test fails on an uncaught error in the page and on anything that the Content-Security-Policy stopped; one that
   * failed comes with what the server printed.
   */
  watched: undefined
}

type PerWorker = {
  /** A fresh server, shared by the tests of this worker: a test counts only on what it made itself. */
  server: TestServer
  /** Answers the session of the test before, or a new one where that has ended it: signing in is slow by design. */
  session: () => Promise<Api>
}

export const test = base.extend<PerTest, PerWorker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  session: [
    async ({ server }, use) => {
      let last: Api | undefined
      await use(async () => {
        if (!last || !(await last.fetch('/api/session')).ok) last = await signIn(server.url)
        return last
      })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  api: async ({ session }, use) => {
    const api = await session()
    for (const { _id } of await api.call(drafts.list)) await api.call(drafts.drop, { params: { id: _id } })
    await use(api)
  },
  signedIn: async ({ page, api }, use) => {
    // Any address of the server will do: the browser's storage belongs to its origin.
    await page.goto('/livez')
    await page.evaluate((token) => localStorage.setItem('authToken', token), api.token)
    await use(page)
  },
  axe: ({ page }, use) =>
    use(async (rules) => {
      await page.evaluate(untilStill)
      expect(await graveFindings(page, rules)).toEqual([])
    }),
  watched: [
    async ({ page, server }, use, testInfo) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error' && message.text().includes('Content Security Policy')) errors.push(message.text())
      })
      await use(undefined)
      // An answer that is still on its way through a route as the test ends is no failure of that test, nor of the next one.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('server log', { body: server.log(), contentType: 'text/plain' })
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

/** Waits in the page until no colour and nothing else is on its way to another value; what moves for ever is left out. */
async function untilStill() {
  const isMoving = () => document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  do await new Promise(requestAnimationFrame)
  while (isMoving())
}
