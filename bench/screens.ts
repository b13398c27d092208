import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from '@playwright/test'
import { product } from '#scripts/setup/product.js'
import { launch } from './process.ts'
import { clicked, openBrowser, opened, type Request, requestsBefore, slowPage, visitor } from './slow-browser.ts'

const rounds = 5
const password = 'popcorn-and-velvet'
const card = 'main article'
const form = 'form input[name="title"]'

/** The measurements, each with its limit in milliseconds. */
const limits = { 'first card, cold': 1600, 'first card, warm': 700, 'editor, after the click': 150, 'back to the list': 100 }
type Measured = Record<keyof typeof limits, number>

/** Measures how long the movie list of the sample chain and its editor take on a slow phone, and which requests the page makes first. */
export async function openScreens(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'moviebox-screens-'))
  const env = { DATA_DIR: folder, DATABASE_URL: '', ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' }
  await promisify(execFile)(process.execPath, ['seed/main.ts'], { env: { ...process.env, ...env } })
  const [server, browser] = [await launch(product, { env, isFree: true }), await openBrowser()]
  try {
    const token = await signIn(server.url)
    const all: Measured[] = []
    for (let round = 0; round < rounds; round++) all.push(await visit(browser, server.url, token, round === 0 ? tell : () => {}))
    for (const [name, limit] of Object.entries(limits)) {
      const times = all.map((each) => Math.round(each[name as keyof Measured]))
      console.log(`${name}: ${median(times)} ms, at most ${limit} (${times.join(', ')})`)
    }
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function visit(browser: Browser, url: string, token: string, hear: (requests: Request[]) => void): Promise<Measured> {
  const context = await visitor(browser, token, card)
  try {
    const page = await slowPage(context)
    const cold = await opened(page, url)
    hear(await requestsBefore(page, cold))
    // The browser caches compiled scripts from the second visit on.
    for (let earlier = 0; earlier < 2; earlier++) await page.waitForTimeout(1_000).then(() => opened(page, url))
    await page.waitForTimeout(1_000)
    const warm = await opened(page, url)
    await page.waitForTimeout(3_000)
    const editor = await clicked(page, `${card} a[href^="/edit/"]`, form)
    await page.waitForTimeout(1_000)
    const back = await clicked(page, 'main header a[href="/"]', card)
    return { 'first card, cold': cold, 'first card, warm': warm, 'editor, after the click': editor, 'back to the list': back }
  } finally {
    await context.close()
  }
}

function tell(requests: Request[]) {
  console.log('Asked for before the first card, cold:')
  for (const { name, start, end, bytes } of requests)
    console.log(`  ${Math.round(start)} to ${Math.round(end)} ms  ${bytes.toLocaleString('en')} bytes  ${name}`)
}

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'admin', password })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await answer.json()) as { token: string }).token
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
