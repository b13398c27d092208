import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { everyScreen } from './screens.ts'

/** Collects what the page says and asks for, from now on. */
function listen(page: Page, own: string) {
  const foreign: string[] = []
  const complaints: string[] = []
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

test('no screen asks another host for anything, and none has a complaint in the console', async ({ signedIn: page, server, api }) => {
  test.slow()
  await page.route(/^https:\/\/www\.youtube\.com\//, (route) => route.fulfill({ contentType: 'text/html', body: 'A player' }))
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('refused', violatedDirective, blockedURI),
    ),
  )
  const screens = await everyScreen(api)
  const { foreign, complaints } = listen(page, server.url)
  for (const { path, shows } of screens) {
    await page.goto(path)
    await expect(page.getByText(shows).first(), path).toBeVisible()
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(foreign).toEqual([])
  expect(complaints).toEqual([])
})

test('what must not run in the page is stopped: a script of its own, a foreign picture, a foreign frame', async ({ browser, server }) => {
  // A page that nobody watches: the fixtures take what is stopped for a defect.
  const page = await browser.newPage()
  await page.goto(server.url)
  // Nothing of it leaves this machine, should the policy let it through.
  await page.route(/^https:\/\/example\.com\//, (route) => route.fulfill({ body: '' }))
  const stopped = await page.evaluate(async () => {
    const seen: string[] = []
    const all = new Promise<void>((resolve) =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        seen.push(effectiveDirective)
        if (seen.length === 4) resolve()
      }),
    )
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    const picture = Object.assign(new Image(), { src: 'https://example.com/pixel.png' })
    const frame = Object.assign(document.createElement('iframe'), { src: 'https://example.com/' })
    document.body.append(script, picture, frame)
    fetch('https://example.com/').catch(() => {})
    await all
    return seen.sort()
  })
  expect(stopped).toEqual(['connect-src', 'frame-src', 'img-src', 'script-src-elem'])
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined()
  await page.close()
})
