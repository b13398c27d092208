import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { today } from '#contract/dates.ts'
import { movies } from '#contract/movies.ts'
import { type ViewInput, views } from '#contract/views.ts'
import { type Api, addPerson, signIn } from './api.ts'
import { addBooking, addBranch, addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Views', exact: true })
const name = (page: Page) => page.getByRole('textbox', { name: 'Save this view' })
const view = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
const notice = (page: Page, words: string) => expect(page.getByRole('region', { name: 'Notices' })).toContainText(words)
const titles = (page: Page) => page.getByRole('list', { name: 'Movie Collection' }).getByRole('heading')

const ofMovies = (more: Partial<ViewInput> = {}): ViewInput => ({
  ...{ list: 'movies', name: 'Horror from A to Z', query: 'genre=Horror&order=title', layout: '', shared: false },
  ...more,
})

async function begin(api: Api, ...saved: ViewInput[]) {
  for (const { _id } of await api.call(views.list)) await api.call(views.remove, { params: { id: _id } })
  for (const body of saved) await api.call(views.create, { body })
  await deleteAll(api, movies)
  for (const [title, genre] of [
    ['Nosferatu', 'Horror'],
    ['Häxan', 'Horror'],
    ['Metropolis', 'Fantasy'],
  ] as const)
    await addMovie(api, { title, genre })
}

test('a search with its filters and order is saved in three actions, and shown again by one click, also from "Find anything"', async ({
  signedIn: page,
  api,
  axe,
}) => {
  await begin(api)
  await page.goto('/?genre=Horror&order=title')
  await expect(titles(page)).toHaveText(['Häxan', 'Nosferatu'])
  await button(page).click()
  await expect(name(page)).toBeFocused()
  await axe()
  await page.keyboard.type('Horror from A to Z')
  await page.keyboard.press('Enter')
  await notice(page, 'Horror from A to Z was saved.')
  await expect(name(page)).toBeHidden()

  await page.goto('/')
  await expect(titles(page)).toHaveCount(3)
  await button(page).click()
  await view(page, 'Horror from A to Z').click()
  await expect(page).toHaveURL('/?genre=Horror&order=title')
  await expect(titles(page)).toHaveText(['Häxan', 'Nosferatu'])
  await expect(name(page)).toBeHidden()
  await button(page).click()
  await expect(view(page, 'Horror from A to Z')).toHaveAttribute('aria-current', 'true')

  await page.goto('/branches')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await page.keyboard.type('horror')
  await expect(page.getByRole('group', { name: 'Views' }).getByRole('option')).toHaveText('Horror from A to ZMovies')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?genre=Horror&order=title')
})

test('a name that another view has is asked about; replacing and deleting can be undone', async ({ signedIn: page, api }) => {
  await begin(api, ofMovies())
  await page.goto('/?genre=Fantasy')
  await button(page).click()
  await name(page).fill('horror from a to z')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('One of your views already has this name.')
  await page.getByRole('button', { name: 'Replace that view' }).click()
  await notice(page, 'horror from a to z was replaced.')
  const queries = async () => (await api.call(views.list)).map(({ query }) => query)
  expect(await queries()).toEqual(['genre=Fantasy'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await notice(page, 'is as before.')
  expect(await queries()).toEqual(['genre=Horror&order=title'])

  await button(page).click()
  await page.getByRole('button', { name: 'Delete view Horror from A to Z' }).click()
  await expect(view(page, 'Horror from A to Z')).toBeHidden()
  await expect(name(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await notice(page, 'Horror from A to Z was restored.')
  expect(await queries()).toEqual(['genre=Horror&order=title'])
})

test('a view for everybody is shared by a super user, and seen by a colleague when the panel opens, who can’t delete it', async ({
  signedIn: page,
  api,
  browser,
}) => {
  await begin(api)
  const credentials = { username: `berta${Date.now()}`, password: 'a-long-enough-password' }
  await addPerson(api, credentials)
  const { token } = await signIn(api.url, credentials)
  const other = await browser.newContext()
  const colleague = await other.newPage()
  await colleague.goto(`${api.url}/livez`)
  await colleague.evaluate((its) => localStorage.setItem('authToken', its), token)
  await colleague.goto(`${api.url}/`)
  await button(colleague).click()
  await expect(name(colleague)).toBeVisible()
  await expect(colleague.getByRole('checkbox', { name: 'For everybody' })).toBeHidden()
  await colleague.keyboard.press('Escape')

  await page.goto('/?genre=Horror')
  await button(page).click()
  await name(page).fill('All horror')
  await page.getByRole('checkbox', { name: 'For everybody' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await notice(page, 'All horror was saved.')

  await button(colleague).click()
  await expect(colleague.getByRole('region', { name: 'For everybody' }).getByRole('link')).toHaveText(['All horror'])
  await expect(colleague.getByRole('button', { name: 'Delete view All horror' })).toBeHidden()
  await view(colleague, 'All horror').click()
  await expect(titles(colleague)).toHaveCount(2)
  await other.close()
})

test('a view of bookings keeps filters and layout, no search words, and its days move with the calendar', async ({
  signedIn: page,
  api,
}) => {
  await begin(api)
  await deleteAll(api, bookings)
  const { name: branchName } = await addBranch(api, { name: 'Kronenwerk' })
  await addBooking(api, { branchName, date: today(), time: '23:59', fullName: 'Ada Byron', status: 1 })
  await page.goto(`/bookings?q=byron&status=1&date=${today()}..${today()}`)
  await page.getByRole('radio', { name: 'Cards' }).check({ force: true })
  await button(page).click()
  await expect(page.getByText('Views of bookings keep filters, not search words.')).toBeVisible()
  await expect(page.getByText('The days of this view move with the calendar.')).toBeVisible()
  await name(page).fill('Confirmed today')
  await page.keyboard.press('Enter')
  await notice(page, 'Confirmed today was saved.')
  const [saved] = await api.call(views.list)
  expect([saved?.query, saved?.layout]).toEqual(['date=today&status=1', 'cards'])

  await page.getByRole('radio', { name: 'Rows' }).check({ force: true })
  await page.goto('/bookings')
  await button(page).click()
  await view(page, 'Confirmed today').click()
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Byron' })).toBeVisible()
})

test('a view whose filter is gone says so, and shows the rest', async ({ signedIn: page, api }) => {
  await begin(api, ofMovies())
  await page.route('**/api/views', async (route) => {
    const response = await route.fetch()
    const [one] = (await response.json()) as object[]
    await route.fulfill({ response, json: [{ ...one, query: 'genre=Horror&studio=Ufa' }] })
  })
  await page.goto('/')
  await button(page).click()
  await view(page, 'Horror from A to Z').click()
  await expect(page.getByText('This link or view uses filters that no longer exist (studio).')).toBeVisible()
  await expect(titles(page)).toHaveCount(2)
})

test('a failure to save says why, and keeps the name', async ({ signedIn: page, api }) => {
  await begin(api)
  await page.goto('/')
  await button(page).click()
  await expect(name(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Enter a name.')
  await page.route('**/api/views', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await name(page).fill('Everything')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText("The view couldn't be saved.")
  await expect(name(page)).toHaveValue('Everything')
})

for (const width of [390, 768])
  test(`at ${width} px the views are in the menu of the list`, async ({ signedIn: page, api, axe }) => {
    await begin(api, ofMovies())
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await expect(button(page)).toBeHidden()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await button(page).click()
    await expect(view(page, 'Horror from A to Z')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
    await axe()
    await view(page, 'Horror from A to Z').click()
    await expect(page).toHaveURL('/?genre=Horror&order=title')
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeHidden()
  })
