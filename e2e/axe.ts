import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe finds serious or critical on the page as it stands, by these rules alone where some are given. It is put into a page once
 * however often that is looked at, and leaves out what stands in frames: a trailer's player wouldn't answer it.
 */
export async function graveFindings(page: Page, rules?: string[]): Promise<{ id: string; found: string[] }[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const { violations } = await axe.run({ iframes: false, resultTypes: ['violations'], ...(runOnly && { runOnly }) })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({ id, found: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`) }))
  }, rules)
}
