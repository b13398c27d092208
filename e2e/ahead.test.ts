import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { addMovie, deleteAll } from './chain.ts'
import { hold } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { hearing } from './hearing.ts'
import { save } from './movie-form.ts'

// What is asked for before anybody waits for it: once, and never in place of what the server says.

/** The addresses that a page asks for, without what tells one build from the next. */
function listenTo(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    asked.push(`${request.method() === 'GET' ? '' : `${request.method()} `}${pathname.replace(/-[\w-]{8}(?=\.\w+$)/, '')}${search}`)
  })
  return asked
}

const title = (page: Page) => page.getByLabel('Title', { exact: true })
const edit = (page: Page) => page.getByRole('link', { name: 'Edit Nosferatu', exact: true })

test.beforeEach(({ api }) => deleteAll(api, movies))

/** What was asked for before the page began to hear of what others change. */
function atFirst(asked: string[]): string[] {
  const begun = asked.findIndex((address) => address.startsWith('/api/live'))
  return begun === -1 ? asked : asked.slice(0, begun)
}

/** Waits until nothing more is asked for. */
async function settled(asked: string[]): Promise<void> {
  for (let before = -1; before !== asked.length; ) {
    before = asked.length
    await pause(500)
  }
}

test('before the first card come these requests and no others; the list is asked for while the app is on its way, and once', async ({
  signedIn: page,
  api,
}) => {
  await addMovie(api)
  const asked = listenTo(page)
  const app = await hold(page, '**/assets/app-*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => asked).toContain('/api/movies?limit=60')
  app.release()
  await expect(page.getByRole('article')).toHaveCount(1)
  const before = [
    '/',
    '/assets/first.js',
    '/assets/first.css',
    '/assets/app.js',
    '/assets/rolldown-runtime.js',
    '/assets/lists.js',
    '/assets/MovieList.js',
    '/api/session',
    '/api/movies?limit=60',
  ]
  expect(asked.slice(0, before.length).sort()).toEqual(before.sort())
  // What the filter can be set to, what needs attention, and the user's drafts come once the list is drawn.
  const ofTheApi = () =>
    atFirst(asked)
      .filter((address) => address.startsWith('/api/'))
      .sort()
  await expect.poll(ofTheApi).toEqual(['/api/attention', '/api/drafts', '/api/movies/values/genre', '/api/movies?limit=60', '/api/session'])
})

test('a list that has come before the app is drawn with its first frame', async ({ signedIn: page, api }) => {
  await addMovie(api)
  await page.addInitScript(() => {
    const look = () => document.querySelector('main')?.textContent.includes('Loading…') && Object.assign(window, { hasWaited: true })
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  const app = await hold(page, '**/assets/app-*.js')
  const list = page.waitForResponse('**/api/movies?limit=60')
  await page.goto('/', { waitUntil: 'commit' })
  await (await list).finished()
  app.release()
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(await page.evaluate(() => Reflect.get(window, 'hasWaited'))).toBeUndefined()
  // It stands for no later answer.
  await page.route('**/api/live?*', (route) => route.abort())
  const again = page.waitForRequest('**/api/movies?limit=60', { timeout: 5_000 })
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await again
})

test('nothing that a screen begins with is asked for twice', async ({ signedIn: page }) => {
  const asked = listenTo(page)
  for (const path of ['/?genre=Horror&order=title', '/bookings', '/bookings?order=-date', '/gallery', '/users']) {
    asked.length = 0
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(asked)
    const calls = atFirst(asked).filter((address) => address.startsWith('/api/'))
    expect(calls.length, path).toBeGreaterThan(1)
    expect(calls, path).toEqual([...new Set(calls)])
  }
})

test('what the pointer rests on is fetched, and taken once somebody clicks', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api)
  await page.goto('/')
  const asked = listenTo(page)
  await edit(page).hover()
  await expect.poll(() => asked).toContain(`/api/movies/${_id}`)
  await expect.poll(() => asked).toContain('/assets/editors.js')
  await edit(page).click()
  await expect(title(page)).toHaveValue('Nosferatu')
  expect(asked.filter((address) => address === `/api/movies/${_id}`)).toHaveLength(1)
})

test('what was fetched ahead is out of date once something has changed', async ({ signedIn: page, api }) => {
  const { _id, ...film } = await addMovie(api)
  await addMovie(api, { title: 'Metropolis' })
  await page.goto('/')
  const asked = listenTo(page)
  await edit(page).hover()
  await expect.poll(() => asked).toContain(`/api/movies/${_id}`)
  await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Vampyr' } })
  await page.getByRole('button', { name: 'Delete Metropolis' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('link', { name: 'Edit Vampyr', exact: true }).click()
  await expect(title(page)).toHaveValue('Vampyr')
  await page.waitForTimeout(300)
  await expect(title(page)).toHaveValue('Vampyr')
})

test('what was fetched ahead is out of date once somebody else has changed something', async ({ signedIn: page, api }) => {
  await addMovie(api)
  await hearing(page, () => page.goto('/gallery'))
  const asked = listenTo(page)
  await page.getByRole('link', { name: 'Movies' }).first().hover()
  await expect.poll(() => asked).toContain('/api/movies?limit=60')
  // The pictures know what uses them.
  const heard = page.waitForResponse('**/api/images?*')
  await addMovie(api, { title: 'Of a colleague' })
  await heard
  await page.getByRole('link', { name: 'Movies' }).first().click()
  await expect(page.getByRole('heading', { name: 'Of a colleague' })).toBeVisible()
})

test('an editor and a detail open with what the card knows, before the server answers', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api)
  const one = await hold(page, `**/api/movies/${_id}`)
  await page.goto('/')
  await edit(page).click()
  await expect(title(page)).toHaveValue('Nosferatu')
  await page.getByRole('link', { name: 'Back to Movies' }).click()
  await page.getByRole('link', { name: 'View Details of Nosferatu' }).click()
  await expect(page.getByText('The plague travels with him.')).toBeVisible()
  one.release()
})

test('what a colleague has saved takes its place silently, and the focus stays', async ({ signedIn: page, api }) => {
  const { _id, ...film } = await addMovie(api)
  await page.goto('/')
  await expect(edit(page)).toBeVisible()
  const one = await hold(page, `**/api/movies/${_id}`, 'GET')
  await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Vampyr' } })
  await edit(page).click()
  await title(page).focus()
  await expect(title(page)).toHaveValue('Nosferatu')
  one.release()
  await expect(title(page)).toHaveValue('Vampyr')
  await expect(title(page)).toBeFocused()
  await title(page).fill('Häxan')
  await save(page)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText('Häxan')
})

test('what somebody has typed meanwhile stays, and is saved together with what a colleague has', async ({ signedIn: page, api }) => {
  const { _id, ...film } = await addMovie(api)
  await page.goto('/')
  await expect(edit(page)).toBeVisible()
  const one = await hold(page, `**/api/movies/${_id}`, 'GET')
  await api.call(movies.update, { params: { id: _id }, body: { ...film, genre: 'Comedy' } })
  await edit(page).click()
  await title(page).fill('Häxan')
  const answered = page.waitForResponse(`**/api/movies/${_id}`)
  one.release()
  await answered
  await expect(title(page)).toHaveValue('Häxan')
  await save(page)
  await expect(page.getByRole('article').getByRole('heading')).toHaveText('Häxan')
  await expect(page.getByRole('article')).toContainText('Comedy')
})

test('a record that is gone by now is told of, although its card is still there', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api)
  await page.goto('/')
  // Under the pointer it stays, also where the page has heard of it.
  await page.getByRole('article').getByText('Horror').hover()
  await api.call(movies.remove, { params: { id: _id } })
  await edit(page).click()
  await expect(page.getByText('Failed to fetch movie details')).toBeVisible()
  await expect(page).toHaveURL('/')
})
