import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { movies } from '#contract/movies.ts'
import { places } from '#web/navigation.ts'
import { addBooking, addBranch, addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

test('two keys lead to each place of the product, and one to a new booking from any of them', async ({ signedIn: page }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/users')
  await expect(heading).toHaveText('User Management')
  for (const { keys, to } of places) {
    const before = await heading.innerText()
    for (const key of keys.split(' ')) await page.keyboard.press(key)
    await expect(page).toHaveURL((url) => url.pathname === to)
    await expect(heading).not.toHaveText(before)
    // The cursor of a form takes what is typed.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  }
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: 'New booking' })).toBeVisible()
})

test('from card to card with j and k, Enter opens what one has come to, e its form', async ({ signedIn: page, api }) => {
  await deleteAll(api, movies)
  for (const title of ['Vampyr', 'The General', 'Nosferatu']) await addMovie(api, { title })
  await page.goto('/')
  await expect(page.getByRole('listitem').filter({ hasText: 'Nosferatu' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Nosferatu', exact: true })).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(page.getByRole('link', { name: 'The General', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The General', level: 1 })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The General')
  await page.goBack()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { name: 'Movie Collection' })).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Nosferatu')
})

test('a figure that is typed while the form is on its way changes no booking of the list', async ({ signedIn: page, api }) => {
  const { name: branchName } = await addBranch(api, { name: `Slow Quay ${process.pid}` })
  const booking = await addBooking(api, { branchName })
  const { promise: isLate, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(desk|editors)/, (route) => isLate.then(() => route.fallback()))
  await page.goto(`/bookings?branchName=${encodeURIComponent(branchName)}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  for (const key of ['j', 'n', '2']) await page.keyboard.press(key)
  await expect(page).toHaveURL('/bookings/add')
  arrive()
  await expect(page.getByRole('heading', { name: 'New booking' })).toBeVisible()
  expect(await api.call(bookings.get, { params: { id: booking._id } })).toMatchObject({ status: 0, version: 1 })
})

test('no letter does anything where somebody types, in a menu, in a dialog or with other keys held', async ({ signedIn: page, api }) => {
  await deleteAll(api, bookings)
  await deleteAll(api, branches)
  await addBranch(api)
  await addBooking(api, { fullName: 'Nina Grau' })
  await page.goto('/bookings')
  const status = page.getByRole('button', { name: 'Pending: change status for Nina Grau' })
  await expect(status).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('ning m')
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('ning m')
  await page.keyboard.press('Escape')
  await page.getByLabel('Sort by').focus()
  await page.keyboard.press('n')
  await status.click()
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete the booking for Nina Grau' }).click()
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  for (const key of ['Alt+n', 'Shift+n', 'Control+Alt+n']) await page.keyboard.press(key)
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'n', code: 'KeyN', isComposing: true })))
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'n', code: 'KeyN', repeat: true })))
  await expect(page, 'what a list of choices does with a letter stays').toHaveURL('/bookings?order=newest')
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/bookings/add')
})

test('? shows all shortcuts; letters can be switched off on this machine, and those with Ctrl stay', async ({
  signedIn: page,
  api,
  axe,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Movie Collection' })).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const words of ['New booking', 'Edit item', 'Save', 'Promo codes']) await expect(list.getByText(words).first()).toBeVisible()
  await axe()
  await list.getByLabel('Single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Movie Collection' })).toBeVisible()
  for (const key of ['?', 'n', 'g', 'b']) await page.keyboard.press(key)
  await expect(page).toHaveURL('/')

  const { _id } = await addMovie(api, { title: 'Metropolis' })
  await page.goto(`/edit/${_id}`)
  await page.getByLabel('Genre').fill('Science fiction')
  await page.keyboard.press('Control+s')
  await expect(page.getByLabel('Notices').getByText('was saved.')).toBeVisible()
  expect((await api.call(movies.get, { params: { id: _id } })).genre).toBe('Science fiction')

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await list.getByLabel('Single-key shortcuts').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/bookings/add')
})

test('Ctrl+Enter saves from within a text of several lines, and Ctrl+S makes what an address becomes when it is left', async ({
  signedIn: page,
  api,
}) => {
  await page.goto('/add')
  await page.getByLabel('Title', { exact: true }).fill('Sunrise')
  await page.getByLabel('Genre').fill('Drama')
  await page.getByLabel('Description').fill('A song of two humans.')
  await page.getByLabel('Trailer URL').fill('archive.org/sunrise')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL('/')
  const made = (await api.call(movies.list, { query: { q: 'sunrise' } }))[0]
  expect(made?.trailerUrl).toBe('https://archive.org/sunrise')
  await page.goto(`/edit/${made?._id}`)
  await page.getByLabel('Description').fill('A song of two humans,\nand of one more.')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL('/')
  await expect.poll(async () => (await api.call(movies.list, { query: { q: 'sunrise' } }))[0]?.description).toContain('one more')
})
