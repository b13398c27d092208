import type { Page } from '@playwright/test'
import { branches } from '#contract/branches.ts'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { addBranch, addImage, addMovie, addNews, deleteAll } from './chain.ts'
import { hold } from './failures.ts'
import { drop, poster, type TestFile, text } from './files.ts'
import { expect, test } from './fixtures.ts'
import { hearing } from './hearing.ts'

const cover = (page: Page) => page.getByRole('group', { name: 'Cover image' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Replace everywhere' })
const notice = (page: Page) => page.getByRole('region', { name: 'Notices' })
const choose = (page: Page, file: TestFile) => dialog(page).getByLabel('Choose new image').setInputFiles([file])
const open = (page: Page) => page.getByRole('button', { name: 'Replace everywhere' }).click()
/** The address of the picture that a form shows. */
const shown = (page: Page) => cover(page).getByRole('img').getAttribute('src')

test.beforeEach(async ({ api }) => {
  for (const collection of [movies, news, branches, images]) await deleteAll(api, collection)
})

test('one poster is replaced everywhere from the form of a movie in four steps, and nothing else of the form changes', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const { url } = await addImage(api, 'poster.png')
  const { _id } = await addMovie(api, { title: 'Nosferatu', image: url })
  await addNews(api, { title: 'Premiere', image: url, gallery: [url] })
  await addBranch(api, { name: 'Harbour', images: [url] })
  await hearing(page, () => page.goto('/'))

  await page.getByRole('link', { name: 'Edit Nosferatu' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Nosferatu')
  await open(page)
  await expect(dialog(page)).toContainText('poster.png')
  await expect(dialog(page)).toContainText(/Used by the (movie|news item|branch) “.+”, the .+ and the .+\./)
  for (const use of ['the movie “Nosferatu”', 'the news item “Premiere”', 'the branch “Harbour”'])
    await expect(dialog(page)).toContainText(use)
  await axe()
  await choose(page, await poster('better.png'))

  await expect(dialog(page)).toBeHidden()
  await expect(notice(page)).toContainText('poster.png was replaced in 3 places.')
  const [film] = await api.call(movies.list, { query: {} })
  expect(film).toMatchObject({ version: 2 })
  expect(film?.image).not.toBe(url)
  await expect.poll(() => shown(page)).toBe(film?.image)
  const [item] = await api.call(news.list, { query: {} })
  expect([item?.image, ...(item?.gallery ?? [])]).toEqual([film?.image, film?.image])
  const [branch] = await api.call(branches.list, { query: {} })
  expect(branch?.images).toEqual([film?.image])
  expect((await api.call(images.list, { query: { trash: '1' } })).map((image) => image.url)).toContain(url)

  // The form has nothing to save: it is left without a question.
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/')
  await notice(page).getByRole('button', { name: 'Undo' }).last().click()
  await expect(notice(page)).toContainText('poster.png was put back.')
  expect(await api.call(movies.get, { params: { id: _id } })).toMatchObject({ image: url, version: 3 })
})

test('what was typed before stays, is saved without a conflict, and Undo keeps it too', async ({ signedIn: page, api }) => {
  const { url } = await addImage(api, 'poster.png')
  const { _id } = await addMovie(api, { title: 'Nosferatu', image: url })
  await hearing(page, () => page.goto(`/edit/${_id}`))
  await page.getByLabel('Title').fill('Nosferatu, 1922')
  await open(page)
  await choose(page, await poster('better.png'))
  await expect(notice(page)).toContainText('poster.png was replaced in 1 place.')
  await expect.poll(() => shown(page)).not.toBe(url)
  await expect(page.getByLabel('Title')).toHaveValue('Nosferatu, 1922')
  await notice(page).getByRole('button', { name: 'Undo' }).last().click()
  await expect(notice(page)).toContainText('poster.png was put back.')
  await expect.poll(() => shown(page)).toBe(url)
  await expect(page.getByLabel('Title')).toHaveValue('Nosferatu, 1922')

  await open(page)
  await choose(page, await poster('best.png'))
  await expect.poll(() => shown(page)).not.toBe(url)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/api/movies/')) sent.push(String(request.headers()['if-match']))
  })
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(page).toHaveURL('/')
  await expect(notice(page)).toContainText('Nosferatu, 1922 was saved.')
  expect(sent, 'saved once, as a change of the version that the replacement has made').toEqual(['"4"'])
  const [film] = await api.call(movies.list, { query: {} })
  expect(film).toMatchObject({ title: 'Nosferatu, 1922', version: 5 })
  expect(film?.image).not.toBe(url)
})

test('a form that was left with a draft goes on from the new image', async ({ signedIn: page, api }) => {
  const { url } = await addImage(api, 'poster.png')
  const { _id } = await addMovie(api, { title: 'Nosferatu', image: url })
  await page.goto(`/edit/${_id}`)
  await page.getByLabel('Genre').fill('Drama')
  await open(page)
  await choose(page, await poster('better.png'))
  await expect.poll(() => shown(page)).not.toBe(url)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep draft' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(`/edit/${_id}`)
  await expect(page.getByLabel('Genre')).toHaveValue('Drama')
  await expect.poll(() => shown(page)).not.toBe(url)
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(page).toHaveURL('/')
  await expect(notice(page)).not.toContainText('were kept')
  expect(await api.call(movies.list, { query: {} })).toMatchObject([{ genre: 'Drama', version: 3 }])
})

test('a colleague’s change since the form was opened is merged and not overwritten', async ({ signedIn: page, api }) => {
  const { url } = await addImage(api, 'poster.png')
  const { _id, ...film } = await addMovie(api, { title: 'Nosferatu', image: url })
  await page.goto(`/edit/${_id}`)
  await page.getByLabel('Title').fill('Nosferatu, 1922')
  await api.call(movies.update, { params: { id: _id }, body: { ...film, genre: 'Drama' } })
  await open(page)
  await choose(page, await poster('better.png'))
  await expect.poll(() => shown(page)).not.toBe(url)
  await page.getByRole('button', { name: 'Save Movie' }).click()
  await expect(page).toHaveURL('/')
  const [now] = await api.call(movies.list, { query: {} })
  expect(now).toMatchObject({ title: 'Nosferatu, 1922', genre: 'Drama', version: 4 })
  expect(now?.image).not.toBe(url)
})

test('a file that is no image is refused, and the old one stays; one that is dropped is taken', async ({ signedIn: page, api }) => {
  const { url } = await addImage(api, 'poster.png')
  const { _id } = await addMovie(api, { image: url })
  await page.goto(`/edit/${_id}`)
  await open(page)
  const alert = dialog(page).getByRole('alert')
  await choose(page, text('notes.txt', 'popcorn'))
  await expect(alert).toHaveText('Choose an image file.')
  await choose(page, text('damaged.png', 'popcorn', 'image/png'))
  await expect(alert).toContainText("The image wasn't replaced.")
  await expect(alert).toContainText('Only JPEG, PNG, WebP, AVIF, HEIC and GIF images can be uploaded.')
  expect(await api.call(movies.list, { query: {} })).toMatchObject([{ image: url, version: 1 }])
  await expect(dialog(page).getByText('Choose new image'), 'another file may be tried').toBeVisible()
  await drop(dialog(page).getByText('poster.png'), [await poster('dropped.png')])
  await expect(notice(page)).toContainText('poster.png was replaced in 1 place.')
  await expect(page.getByRole('button', { name: 'Replace everywhere' })).toBeFocused()
  expect(
    (await api.call(images.list, { query: {} })).map(({ name }) => name),
    'uploaded once, under the old name',
  ).toEqual(['poster.png'])
})

test('of two people who replace a picture, one wins and the other is told', async ({ signedIn: page, api }) => {
  const { url, _id: id } = await addImage(api, 'poster.png')
  const winner = await addImage(api, 'winner.png')
  const { _id } = await addMovie(api, { image: url })
  await page.goto(`/edit/${_id}`)
  await open(page)
  await expect(dialog(page)).toContainText('“Nosferatu”')
  const upload = await hold(page, '**/api/upload')
  await choose(page, await poster('late.png'))
  await expect(dialog(page)).toContainText('Replacing...')
  await api.call(images.replace, { params: { id }, body: { by: winner._id } })
  upload.release()
  const alert = dialog(page).getByRole('alert')
  await expect(alert).toContainText("The image wasn't replaced.")
  await expect(alert).toContainText('Another user has replaced or deleted this image.')
  await dialog(page).getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => shown(page)).toBe(winner.url)
  expect(await api.call(movies.list, { query: {} })).toMatchObject([{ image: winner.url, version: 2 }])
})

test('an image that has left the gallery meanwhile can’t be replaced, and the dialog says what to do', async ({ signedIn: page, api }) => {
  const { url, _id: id } = await addImage(api, 'poster.png')
  const { _id } = await addMovie(api, { image: url })
  await api.call(images.remove, { params: { id } })
  await page.goto(`/edit/${_id}`)
  await open(page)
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'This image is no longer in the gallery. Close this dialog and choose another image.',
  )
  await expect(dialog(page).getByText('Choose new image')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Replace everywhere' })).toBeFocused()
})

test('one of several images of a news item is replaced in its place, also where it was not saved yet', async ({ signedIn: page, api }) => {
  const [first, second] = [await addImage(api, 'first.png'), await addImage(api, 'second.png')]
  const { _id } = await addNews(api, { gallery: [first.url, second.url] })
  await page.goto(`/news/edit/${_id}`)
  const gallery = page.getByRole('group', { name: 'Gallery Images' })
  await gallery.getByRole('button', { name: 'Move image 1 later' }).click()
  await page.getByRole('button', { name: 'Replace image 1 everywhere' }).click()
  await choose(page, await poster('better.png'))
  await expect(notice(page)).toContainText('second.png was replaced in 1 place.')
  await page.getByRole('button', { name: 'Save News' }).click()
  await expect(page).toHaveURL('/news')
  const [item] = await api.call(news.list, { query: {} })
  expect(item?.version).toBe(3)
  expect(item?.gallery[1]).toBe(first.url)
  expect(item?.gallery[0]).not.toBe(second.url)

  const unused = await addImage(api, 'unused.png')
  await page.goto('/add')
  await page.getByRole('button', { name: 'Select from Gallery' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'unused.png' }).click()
  await open(page)
  await expect(dialog(page)).toContainText('No saved record uses this image yet.')
  await choose(page, await poster('other.png'))
  await expect(notice(page)).toContainText('unused.png was replaced.')
  await expect.poll(() => shown(page)).not.toBe(unused.url)
})
