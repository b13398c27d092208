import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { users } from '#contract/users.ts'
import { addBooking, addBranch, addImage, addMovie } from './chain.ts'
import { hold, refuseLate } from './failures.ts'
import { expect, test } from './fixtures.ts'

const words = {
  before: 'He comes by ship, and the rats come with him.',
  after: 'He comes by night, and the rats come with him.',
}

test('who changed this description is told, with the words that changed, and one click brings the version before back', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const [one, other] = [await addImage(api), await addImage(api)]
  const { _id, ...film } = await addMovie(api, { title: 'Nosferatu', description: words.before, image: one.url })
  await api.call(movies.update, { params: { id: _id }, body: { ...film, description: words.after, image: other.url } })
  await page.goto(`/movie/${_id}`)
  await page.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: 'History of Nosferatu' })
  const versions = panel.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText('Changed by admin')
  for (const text of [words.before, words.after]) await expect(versions.first().getByText(text)).toBeVisible()
  await expect(versions.first().locator('mark')).toHaveText(['ship', 'night'])
  await expect(versions.first().getByRole('list', { name: 'Before' }).locator('img')).toHaveCount(1)
  await expect(versions.last()).toContainText('Added by admin')
  await axe()
  await versions.last().getByRole('button', { name: 'Restore this version' }).click()
  await expect(panel.getByRole('status')).toHaveText('Restored version 1')
  await expect(versions).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'History' })).toBeFocused()
  await expect(page.getByText(words.before)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(words.after)).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(versions).toHaveCount(4)
  await versions.nth(1).getByRole('button', { name: 'Restore this version' }).click()
  await expect(panel.getByRole('status')).toHaveText('Restored version 3')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Edit Movie' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(words.before)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(versions).toHaveCount(5)
})

test('a version whose picture is gone comes back without it, and says so', async ({ signedIn: page, api }) => {
  const image = await addImage(api)
  const { _id, ...film } = await addMovie(api, { title: 'Häxan', image: image.url })
  await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Witches', image: '' } })
  await api.call(images.remove, { params: { id: image._id } })
  await page.setViewportSize({ width: 390, height: 320 })
  await page.goto(`/edit/${_id}`)
  await page.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: /^History of/ })
  await panel.getByRole('button', { name: 'Restore this version' }).click()
  await expect(panel.getByRole('status')).toHaveText('Restored version 1 without images that are no longer in the gallery')
  await expect(panel.getByRole('status')).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Häxan')
})

test('a booking whose branch is gone comes back all the same, and says so', async ({ signedIn: page, api }) => {
  const [gone, other] = [await addBranch(api, { name: 'Sunken Pier' }), await addBranch(api, { name: 'Dry Quay' })]
  const { _id, ...booking } = await addBooking(api, { branchName: gone.name, fullName: 'Ada Byron' })
  await api.call(bookings.update, { params: { id: _id }, body: { ...booking, branchName: other.name } })
  await api.call(branches.remove, { params: { id: gone._id } })
  await page.goto(`/bookings/edit/${_id}`)
  await page.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: /^History of/ })
  await panel.getByRole('button', { name: 'Restore this version' }).click()
  await expect(panel.getByRole('status')).toHaveText('Restored version 1. The branch Sunken Pier no longer exists.')
})

test('a version that could not be brought back says so, also where the panel was closed meanwhile', async ({ signedIn: page, api }) => {
  const { _id, ...film } = await addMovie(api, { title: 'First Reel' })
  await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Second Reel' } })
  await page.goto(`/movie/${_id}`)
  const line = await refuseLate(page, /restoration$/, 'POST', 503, { error: 'The server is busy.' })
  const panel = page.getByRole('dialog', { name: 'History of Second Reel' })
  const bring = panel.getByRole('button', { name: 'Restore this version' })
  await page.getByRole('button', { name: 'History' }).click()
  await bring.click()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  line.release()
  const notice = page.getByRole('region', { name: 'Notices' })
  await expect(notice).toContainText("Second Reel couldn't be restored to version 1. The server is busy.")
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  await bring.click()
  await expect(panel.getByRole('alert')).toContainText("The version couldn't be restored.")
  await expect(notice).toBeEmpty()
})

test('whoever brings a version back with the keyboard stays where they were, and does so once', async ({ signedIn: page, api }) => {
  const { _id, ...film } = await addMovie(api, { title: 'First Reel' })
  await api.call(movies.update, { params: { id: _id }, body: { ...film, title: 'Second Reel' } })
  await page.goto(`/movie/${_id}`)
  await page.getByRole('button', { name: 'History' }).click()
  const panel = page.getByRole('dialog', { name: /^History of/ })
  const bring = panel.getByRole('button', { name: 'Restore this version' }).last()
  const line = await hold(page, /restoration$/, 'POST')
  await bring.focus()
  await page.keyboard.press('Enter')
  await expect(bring).toBeDisabled()
  await expect(bring).toBeFocused()
  await page.keyboard.press('Enter')
  line.release()
  await expect(panel.getByRole('status')).toHaveText('Restored version 1')
  await expect(panel.getByRole('heading', { level: 3 })).toHaveCount(3)
  await expect(bring).toBeFocused()
})

test('an image tells who put it into the gallery, took it out and put it back', async ({ signedIn: page, api }) => {
  const { _id } = await addImage(api, 'remembered.png')
  await api.call(images.remove, { params: { id: _id } })
  await api.call(images.restore, { params: { id: _id } })
  await page.goto('/gallery?q=remembered')
  await page.getByRole('button', { name: 'Open remembered.png' }).click()
  await page.getByRole('button', { name: 'History of remembered.png' }).click()
  const panel = page.getByRole('dialog', { name: 'History of remembered.png' })
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText([/^Restored by admin/, /^Deleted by admin/, /^Added by admin/])
  await expect(panel.getByRole('button', { name: 'Restore this version' })).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'remembered.png' })).toBeVisible()
})

test('a user tells a super user who made them and when their password was another, and nobody which', async ({ signedIn: page, api }) => {
  const username = 'remembered'
  const { _id } = await api.call(users.create, { body: { username, password: 'a-long-enough-password', isSuperUser: false } })
  await api.call(users.setPassword, { params: { id: _id }, body: { password: 'another-long-password' } })
  await page.goto('/users')
  await page.getByRole('button', { name: 'History of remembered' }).click()
  const panel = page.getByRole('dialog', { name: 'History of remembered' })
  await expect(panel.getByRole('listitem')).toHaveText([/Changed by admin.*The password was changed\.$/, /Added by admin/])
})
