import { expect, test } from './fixtures.ts'
import { listen } from './listening.ts'

// That no screen of a signed-in person asks another host for anything is seen in accessibility.test.ts, which visits them all.

test('neither signing out nor the sign-in asks another host for anything, or has a complaint in the console', async ({
  signedIn: page,
  server,
}) => {
  const { foreign, complaints } = await listen(page, server.url)
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
