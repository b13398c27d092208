import type { Page } from '@playwright/test'

/** Does `work`, and waits until the page hears what others do from then on. */
export async function hearing(page: Page, work: () => Promise<unknown>): Promise<Page> {
  const stream = page.context().waitForEvent('response', (response) => response.url().includes('/api/live') && response.ok())
  await work()
  await stream
  return page
}

/** The card of a record in a list. */
export const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
