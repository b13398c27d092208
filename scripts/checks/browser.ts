import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { node } from './command.ts'
import { installPackages } from './debian.ts'

/** The headless shell comes first: a whole Chromium draws a window's own pages for every test, and takes more than twice the time. */
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const usualPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) =>
    join(process.env[name] ?? '', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
]

/** Returns the browser for the tests: the one in `CHROME_PATH`, an installed Chromium or Chrome, Playwright's own, or none. */
export function findBrowser(): string | undefined {
  const { CHROME_PATH: chosen, PATH = '' } = process.env
  if (chosen && !existsSync(chosen)) throw new Error(`CHROME_PATH names "${chosen}", which does not exist.`)
  const folders = PATH.split(delimiter)
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return chosen || [...inPath, ...usualPaths, chromium.executablePath()].find((path) => path && existsSync(path))
}

/** Finds the browser or installs one: Playwright's, else the system's package. */
export async function needBrowser(): Promise<string> {
  const found = findBrowser()
  if (found) return found
  console.log('No Chromium or Chrome found. Installing Chromium (about a minute)…')
  const playwright = await node(['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
  if (playwright.code !== 0) (await installPackages('chromium-headless-shell')) || (await installPackages('chromium'))
  const installed = findBrowser()
  if (installed) return installed
  throw new Error('The browser journeys need Chromium or Chrome. Install one or set CHROME_PATH, then run npm test again.')
}
