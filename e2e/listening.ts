import type { Page } from '@playwright/test'

/** Answers for the hosts of trailers: the journeys need no network. */
export const withPlayers = (page: Page) =>
  page.route(/^https:\/\/(www\.youtube\.com|player\.vimeo\.com)\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'A player' }),
  )

/** Collects what the page asks of hosts other than `own`, and what it complains of in the console, from now on. */
export async function listen(page: Page, own: string): Promise<{ foreign: string[]; complaints: string[] }> {
  const foreign: string[] = []
  const complaints: string[] = []
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('refused', violatedDirective, blockedURI),
    ),
  )
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    // What a player in its frame loads is its own affair; that only players stand in frames is the policy's.
    const isPlayers = request.frame() !== page.mainFrame()
    if (!isPlayers && origin !== own && protocol !== 'data:' && protocol !== 'blob:') foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { foreign, complaints }
}
