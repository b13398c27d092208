import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pictureFile } from './pictures.ts'

/** The actions of a user in a journey: clicks, keys that do something, files that are chosen. */
export type Actions = { count: number }

/** Clicks through the list's tools to its import. */
export async function openImport(page: Page, did: Actions = { count: 0 }): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true })
  const link = page.getByRole('link', { name: 'Import', exact: true })
  await link.or(more).first().waitFor()
  if (await more.isVisible()) {
    await more.click()
    did.count++
  }
  await link.click()
  did.count++
}

/** Chooses files by a button that opens the browser's own dialog: a click, and the choice. */
export async function choose(
  page: Page,
  button: string,
  files: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0],
  did: Actions = { count: 0 },
) {
  await page.getByLabel(button, { exact: true }).setInputFiles(files)
  did.count += 2
}

/** Makes a folder of pictures of one colour each, named by file. */
export async function pictureFolder(pictures: Record<string, string>): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'moviebox-posters-'))
  for (const [name, colour] of Object.entries(pictures)) await writeFile(join(path, name), (await pictureFile(colour)).buffer)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** A CSV file as the browser gets it. */
export const csv = (name: string, ...rows: string[][]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\r\n')),
})

/** Puts a text on the clipboard and pastes it where the focus is. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}
