import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { addImage, addMovie, deleteAll } from './chain.ts'
import { hold } from './failures.ts'
import { expect, test } from './fixtures.ts'

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const undo = (page: Page) => notices(page).getByRole('button', { name: 'Undo' })
const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** As if another tab were in front. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden }), isHidden).then(() => {})

async function remove(page: Page, title: string) {
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(notices(page)).toContainText(`${title} was deleted.`)
}

test.beforeEach(({ api }) => deleteAll(api, movies))

test('a notice is reached with F6, left with it, and taken back with Ctrl+Z wherever nobody types', async ({ signedIn: page, api }) => {
  for (const title of ['Nosferatu', 'Metropolis']) await addMovie(api, { title })
  await page.goto('/')
  await remove(page, 'Nosferatu')
  const edit = page.getByRole('link', { name: 'Edit Metropolis' })
  await edit.focus()
  await page.keyboard.press('F6')
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('F6')
  await expect(edit).toBeFocused()
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await expect(notices(page)).toContainText('Nosferatu was restored.')
  await expect(edit).toBeFocused()
  await expect(card(page, 'Nosferatu')).toBeVisible()

  await remove(page, 'Nosferatu')
  await page.getByRole('link', { name: 'Add Movie', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title' }).pressSequentially('x')
  await page.keyboard.press('Control+z')
  await expect(undo(page)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Control+z')
  await expect(notices(page)).toContainText('Nosferatu was restored.')
})

test('its time stands still while somebody points at it, has the focus there, or has a dialog before it or another tab', async ({
  signedIn: page,
  api,
}) => {
  for (const title of ['Nosferatu', 'Metropolis']) await addMovie(api, { title })
  await page.clock.install()
  await page.goto('/')
  await remove(page, 'Nosferatu')
  await undo(page).hover()
  await page.clock.runFor(60_000)
  await undo(page).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(60_000)
  await page.getByRole('button', { name: 'Delete Metropolis' }).click()
  await page.clock.runFor(60_000)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await hide(page, true)
  await page.clock.runFor(60_000)
  await hide(page, false)
  await expect(undo(page)).toBeVisible()
  await page.clock.runFor(12_500)
  await expect(undo(page)).toBeHidden()
})

test('Undo that is pressed twice, or held down, is done once', async ({ signedIn: page, api }) => {
  for (const title of ['Nosferatu', 'Metropolis']) await addMovie(api, { title })
  await page.goto('/')
  await remove(page, 'Metropolis')
  await remove(page, 'Nosferatu')
  const restorations = await hold(page, '**/restoration', 'POST')
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/restoration') && sent.push(request.url()))
  await undo(page).last().dblclick()
  await expect(undo(page)).toHaveCount(1)
  restorations.release()
  await expect(card(page, 'Nosferatu')).toBeVisible()
  expect(sent).toHaveLength(1)
  await remove(page, 'Nosferatu')
  await page.keyboard.down('Control')
  for (const _ of ['pressed', 'held down']) await page.keyboard.down('z')
  await expect(notices(page)).toContainText('Nosferatu was restored.')
  await expect(undo(page)).toHaveCount(1)
})

test('what somebody else has done meanwhile stays, is told, and not tried again', async ({ signedIn: page, api }) => {
  const { _id, ...film } = await addMovie(api, { title: 'Nosferatu' })
  await page.goto('/')
  await remove(page, 'Nosferatu')
  await api.call(movies.restore, { params: { id: _id } })
  await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Nosferatu, restored' } })
  await undo(page).click()
  await expect(notices(page)).toContainText("Nosferatu couldn't be restored. This movie has been changed by another user.")
  await expect(notices(page).getByRole('button', { name: 'Try again' })).toBeHidden()
  await expect(card(page, 'Nosferatu, restored')).toBeVisible()
})

test('what was done one after the other is taken back one after the other', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api, { title: 'Nosferatu' })
  await page.goto(`/edit/${_id}`)
  await page.getByLabel('Title', { exact: true }).fill('Orlok')
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await remove(page, 'Orlok')
  await undo(page).last().click()
  await expect(notices(page)).toContainText('Orlok was restored.')
  await undo(page).click()
  await expect(notices(page)).toContainText('Orlok was reverted.')
  await expect(card(page, 'Nosferatu')).toBeVisible()
})

test('a picture that was taken out of a form comes back, also once that was saved, from the list', async ({ signedIn: page, api }) => {
  const { url } = await addImage(api)
  const { _id } = await addMovie(api, { title: 'Nosferatu', image: url })
  const image = async () => (await api.call(movies.get, { params: { id: _id } })).image
  await page.goto(`/edit/${_id}`)
  const cover = page.getByRole('group', { name: 'Cover image' })
  await cover.getByRole('button', { name: 'Remove' }).click()
  await expect(notices(page)).toContainText('Cover image was removed.')
  await expect(cover.getByRole('button', { name: 'Select from Gallery' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(cover.getByRole('img')).toBeVisible()
  await cover.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(page).toHaveURL('/')
  await expect(notices(page)).toContainText('Nosferatu was saved.')
  expect(await image()).toBe('')
  await expect(undo(page)).toHaveCount(1)
  await undo(page).click()
  await expect(notices(page)).toContainText('Nosferatu was reverted.')
  expect(await image()).toBe(url)
})

test('however much is deleted at once, each can be taken back for as long as it is offered', async ({ signedIn: page, api }) => {
  await deleteAll(api, movies)
  for (const title of ['One', 'Two', 'Three', 'Four']) await addMovie(api, { title })
  await page.goto('/')
  for (const title of ['One', 'Two', 'Three', 'Four']) await remove(page, title)
  await expect(undo(page)).toHaveCount(4)
  await undo(page).first().click()
  await expect(page.getByRole('heading', { name: 'One', exact: true })).toBeVisible()
})
