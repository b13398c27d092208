import type { Page } from '@playwright/test'
import { bookings } from '#contract/bookings.ts'
import { movies } from '#contract/movies.ts'
import { addMovie, deleteAll } from './chain.ts'
import { hold, refuse, refuseLate, unreachable } from './failures.ts'
import { drop, poster, text } from './files.ts'
import { expect, test } from './fixtures.ts'
import { answer, columns, expectForm, fillIn, film, save, stored } from './movie-form.ts'

test.beforeEach(async ({ api }) => {
  await deleteAll(api, bookings)
  await deleteAll(api, movies)
})

const cancel = (page: Page) => page.getByRole('link', { name: 'Cancel' }).click()
const go = (page: Page, place: string) => page.getByRole('navigation').getByRole('link', { name: place, exact: true }).click()
const notice = (page: Page, words: string) => page.getByRole('region', { name: 'Notices' }).getByText(words)
const press = (page: Page, name: string) => page.getByRole('region', { name: 'Notices' }).getByRole('button', { name }).click()
const cover = (page: Page) => page.getByRole('group', { name: 'Cover Image' })
const titles = async (api: Parameters<typeof stored>[0]) => (await stored(api)).map(({ title }) => title)

test.describe('a save that waits for a picture', () => {
  for (const [how, leave] of [
    ['cancelling', (page: Page) => cancel(page).then(() => answer(page, 'Discard'))],
    ['leaving', (page: Page) => go(page, 'News').then(() => answer(page, 'Keep draft and leave'))],
  ] as const) {
    test(`is withdrawn by ${how}`, async ({ signedIn: page, api }) => {
      const upload = await hold(page, '**/api/upload')
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
      await page.goto('/add')
      await fillIn(page)
      await drop(cover(page), [await poster('late.png')])
      await save(page)
      await leave(page)
      await expect(page.getByRole('button', { name: 'Saving Changes...' })).toBeHidden()
      const uploaded = page.waitForResponse('**/api/upload')
      upload.release()
      await (await uploaded).finished()
      await page.waitForTimeout(300)
      expect(sent).toEqual(['/api/upload'])
      expect(await stored(api)).toEqual([])
      expect(await page.evaluate(() => JSON.stringify(sessionStorage).includes('/media/'))).toBe(false)
    })
  }

  test('is not sent when the picture is refused, and goes through without it', async ({ signedIn: page, api }) => {
    const upload = await hold(page, '**/api/upload')
    await page.goto('/add')
    await fillIn(page)
    await drop(cover(page), [text('cover.png', 'no picture', 'image/png')])
    await save(page)
    await expect(page.getByRole('button', { name: 'Saving Changes...' })).toBeVisible()
    upload.release()
    await expect(page.getByRole('button', { name: 'Save Movie' })).toBeVisible()
    expect(await stored(api)).toEqual([])
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await stored(api)).toMatchObject([columns])
  })
})

test.describe('a save that is under way', () => {
  test('and was cancelled says that it came too late, and takes a new film back', async ({ signedIn: page, api, axe }) => {
    const posts = await hold(page, '**/api/movies', 'POST')
    await page.goto('/add')
    await fillIn(page)
    await save(page)
    await cancel(page)
    await expect(page).toHaveURL('/')
    posts.release()
    await expect(notice(page, 'Your changes were saved before you canceled.')).toBeVisible()
    await axe()
    await press(page, 'Undo')
    await expect.poll(() => stored(api)).toEqual([])
    await page.goto('/add')
    await expectForm(page, { Title: '' })
  })

  test('and was cancelled gives a changed film its old words back', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    const puts = await hold(page, `**/api/movies/${_id}`, 'PUT')
    await page.goto(`/edit/${_id}`)
    await fillIn(page)
    await save(page)
    await cancel(page)
    puts.release()
    await expect(notice(page, 'Your changes were saved before you canceled.')).toBeVisible()
    expect(await titles(api)).toEqual([film.Title])
    await press(page, 'Undo')
    await expect.poll(() => titles(api)).toEqual(['Nosferatu'])
  })

  test('and was cancelled says nothing when it was refused, and says so when nobody knows', async ({ signedIn: page }) => {
    const broken = await refuseLate(page, '**/api/movies', 'POST', 422, { error: 'No.', code: 'invalid' })
    await page.goto('/add')
    await fillIn(page)
    const heard = page.waitForEvent('console', (message) => message.text().includes('Failed to create movie'))
    await save(page)
    await cancel(page)
    broken.release()
    await heard
    await page.waitForTimeout(200)
    await expect(page.getByRole('region', { name: 'Notices' })).toHaveText('')
    await broken.recover()

    for (const fails of [
      () => unreachable(page, '**/api/movies', 'POST'),
      () => refuse(page, '**/api/movies', 'POST', 504, '<h1>504 Gateway Time-out</h1>'),
    ]) {
      const line = await fails()
      const more = await hold(page, '**/api/movies', 'POST')
      await page.getByRole('link', { name: 'Add New Movie' }).click()
      await fillIn(page)
      await save(page)
      await cancel(page)
      more.release()
      await expect(notice(page, "The server didn't respond. Your canceled changes may have been saved.")).toBeVisible()
      await press(page, 'Dismiss')
      await line.recover()
    }
  })

  test('and was cancelled says so when nobody knows of an earlier try, whatever became of the last', async ({ signedIn: page, api }) => {
    await page.goto('/add')
    await fillIn(page)
    await page.route('**/api/movies', (route) => route.fetch().then(() => route.abort()), { times: 1 })
    await save(page)
    await expect(page.getByRole('alert')).toContainText('Failed to create movie. Please try again.')
    const busy = await refuseLate(page, '**/api/movies', 'POST', 503, { error: 'The server is busy.', code: 'busy' })
    await save(page)
    await cancel(page)
    busy.release()
    await expect(notice(page, "The server didn't respond. Your canceled changes may have been saved.")).toBeVisible()
    expect(await titles(api)).toContain(film.Title)
  })

  test('goes on when its form is left, and tells so', async ({ signedIn: page, api }) => {
    const posts = await hold(page, '**/api/movies', 'POST')
    await page.goto('/add')
    await fillIn(page)
    await save(page)
    await go(page, 'News')
    await expect(page).toHaveURL('/news')
    posts.release()
    await expect(notice(page, 'saved')).toBeVisible()
    await expect(page).toHaveURL('/news')
    expect(await titles(api)).toEqual([film.Title])
    expect(await page.evaluate(() => JSON.stringify(sessionStorage).includes('Metropolis'))).toBe(false)
  })

  test('keeps what is typed after it was sent as a draft of what was saved', async ({ signedIn: page, api }) => {
    const posts = await hold(page, '**/api/movies', 'POST')
    await page.goto('/add')
    await fillIn(page)
    await save(page)
    await fillIn(page, { Title: 'Metropolis, 1927' })
    posts.release()
    await expect(notice(page, `${film.Title} was saved. Your later changes are kept as a draft.`)).toBeVisible()
    await page.getByRole('button', { name: '1 unsaved draft' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Metropolis, 1927' }).click()
    await expectForm(page, { ...film, Title: 'Metropolis, 1927' })
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await titles(api)).toEqual(['Metropolis, 1927'])
  })

  test('and fails after its form was left leads back to all that was typed', async ({ signedIn: page, api }) => {
    const full = await refuseLate(page, '**/api/movies', 'POST', 507, { error: 'There is no space left.', code: 'storage_full' })
    await page.goto('/add')
    await fillIn(page)
    await save(page)
    await go(page, 'News')
    full.release()
    await expect(notice(page, 'Failed to create movie. Please try again. There is no space left.')).toBeVisible()
    await full.recover()
    await press(page, 'Back to the form')
    await expect(page).toHaveURL('/add')
    await expectForm(page)
    await save(page)
    await expect(page).toHaveURL('/')
    expect(await titles(api)).toEqual([film.Title])
  })
})

test.describe('a deletion', () => {
  test('that ends after its list was left says so, with the way back', async ({ signedIn: page, api }) => {
    await addMovie(api)
    const deletions = await hold(page, '**/api/movies/*', 'DELETE')
    await page.goto('/news')
    await go(page, 'Movies')
    await page.getByRole('button', { name: 'Delete Nosferatu' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.goBack()
    await expect(page).toHaveURL('/news')
    deletions.release()
    await expect(notice(page, 'was deleted.')).toBeVisible()
    await press(page, 'Undo')
    await expect.poll(() => titles(api)).toEqual(['Nosferatu'])
  })

  test('that fails after its list was left says so', async ({ signedIn: page, api }) => {
    await addMovie(api)
    const busy = await refuseLate(page, '**/api/movies/*', 'DELETE', 503, { error: 'The server is busy.', code: 'busy' })
    await page.goto('/news')
    await go(page, 'Movies')
    await page.getByRole('button', { name: 'Delete Nosferatu' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.goBack()
    busy.release()
    await expect(notice(page, "Nosferatu couldn't be deleted. The server is busy.")).toBeVisible()
  })

  test('is undone from another screen, and a failure is told there', async ({ signedIn: page, api }) => {
    await addMovie(api)
    await page.goto('/')
    await page.getByRole('button', { name: 'Delete Nosferatu' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(notice(page, 'was deleted.')).toBeVisible()
    await go(page, 'News')
    const broken = await unreachable(page, '**/restoration')
    await press(page, 'Undo')
    await expect(notice(page, "couldn't be restored.")).toBeVisible()
    await broken.recover()
    await press(page, 'Try again')
    await expect.poll(() => titles(api)).toEqual(['Nosferatu'])
  })
})

test('a user who is made when the page has been left already is told of all the same', async ({ signedIn: page }) => {
  const posts = await hold(page, '**/api/users', 'POST')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Create New User' }).click()
  await page.getByLabel('Username').fill('left-behind')
  await page.getByLabel('Password', { exact: true }).fill('popcorn-and-velvet')
  await page.getByRole('button', { name: 'Create user', exact: true }).click()
  await go(page, 'News')
  await expect(page).toHaveURL('/news')
  posts.release()
  await expect(notice(page, 'User created successfully')).toBeVisible()
})
