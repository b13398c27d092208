import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { clicked, opened, requestsBefore, slowPage, visitor } from '../bench/slow-browser.ts'
import type { Api } from './api.ts'
import { addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

// What somebody with a slow phone waits for. `npm run bench -- screens` says how long on a quiet machine; tests share theirs, so what they
// hold to the millisecond is what doesn't depend on it: bytes, requests, and what is there before the browser draws again.

const card = 'main article'
const form = 'form input[name="title"]'
const edit = `${card} a[href^="/edit/"]`
const back = 'main header a[href="/"]'

/** Several times what `bench/screens.ts` allows, in milliseconds. */
const longest = { cold: 6_400, warm: 2_800, click: 1_500 }

/** In bytes as they travel: what comes before the first card, headers included and the font left out, and a film of a list of sixty. */
const most = { beforeFirstCard: 150_000, film: 250 }

const words = 'a the of night count plague ship city shadow door river letter train summer brother house winter island music road'.split(
  ' ',
)

/** Films whose descriptions are as different as those of a chain. */
async function addFilms(api: Api, count: number) {
  await deleteAll(api, movies)
  const films = Array.from({ length: count }, (_, film) => ({
    title: `The ${words[film % words.length]} ${film}`,
    description: Array.from({ length: 40 }, (_, at) => words[(film * 7 + at * (film % 9) + at * at) % words.length]).join(' '),
  }))
  await Promise.all(films.map((film) => addMovie(api, film)))
}

test('on slow 4G with a slow processor a person waits for few bytes, and about as long as they take', async ({ browser, server, api }) => {
  await addFilms(api, 60)
  const context = await visitor(browser, api.token, card)
  const page = await slowPage(context)

  const cold = await opened(page, server.url)
  expect(cold).toBeLessThan(longest.cold)
  // The font may come before or after.
  const before = (await requestsBefore(page, cold)).filter(({ name, end }) => end > 0 && end <= cold && !name.endsWith('.woff2'))
  expect(before.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(most.beforeFirstCard)
  const list = before.find(({ name }) => name === '/api/movies?limit=60')
  expect(list?.bytes).toBeLessThan(most.film * 60)

  expect(await opened(page, server.url)).toBeLessThan(longest.warm)
  // The forms come by themselves.
  await expect.poll(() => hasCome(page, '/assets/editors-')).toBe(true)
  expect(await clicked(page, edit, form)).toBeLessThan(longest.click)
  expect(await clicked(page, back, card)).toBeLessThan(longest.click)
  await context.close()
})

const hasCome = (page: Page, name: string) =>
  page.evaluate((name) => performance.getEntriesByType('resource').some((each) => each.name.includes(name)), name)

test('the editor, and the list after it, are there before the browser draws again', async ({ signedIn: page, api }) => {
  await addMovie(api)
  await page.goto('/')
  await page.locator(edit).first().hover()
  await page.locator(edit).first().click()
  await page.locator(back).click()
  // A card's links come with the frame after its words.
  await expect(page.locator(edit).first()).toBeVisible()
  expect(await isThereAfter(page, edit, form)).toBe(true)
  expect(await isThereAfter(page, back, card)).toBe(true)
})

/** Whether a click leads to `selector` within the very turn of the event loop, so that the next frame has it. */
const isThereAfter = (page: Page, link: string, selector: string) =>
  page.evaluate(
    async ([link, selector]) => {
      document.querySelector<HTMLElement>(link)?.click()
      await Promise.resolve()
      return document.querySelector(selector) !== null
    },
    [link, selector] as const,
  )

test('whoever leaves a list from one of its cards goes straight to the head of the next page', async ({ signedIn: page, api }) => {
  await addFilms(api, 14)
  await page.goto('/')
  await expect(page.locator(card)).toHaveCount(14)
  await page.locator(edit).first().focus()
  await page.evaluate(() => {
    const focused: string[] = []
    Object.assign(window, { focused })
    addEventListener('focusin', ({ target }) => target instanceof Element && focused.push(target.tagName))
  })
  await page.keyboard.press('Enter')
  await expect(page.locator(form)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'focused'))).toEqual(['H1'])
})

test('the first frame of a list has about a window full of cards, and the next one the others', async ({ signedIn: page, api }) => {
  await addFilms(api, 14)
  await page.addInitScript(() => {
    const counts: number[] = []
    Object.assign(window, { counts })
    new MutationObserver(() => {
      const count = document.querySelectorAll('main article').length
      if (count !== (counts.at(-1) ?? 0)) counts.push(count)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  await expect(page.locator(card)).toHaveCount(14)
  expect(await page.evaluate(() => Reflect.get(window, 'counts'))).toEqual([12, 14])
})
