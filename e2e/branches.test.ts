import type { Locator, Page } from '@playwright/test'
import { branches } from '#contract/branches.ts'
import { type Image, images } from '#contract/images.ts'
import { addBranch } from './chain.ts'
import { unreachable } from './failures.ts'
import { drop, text } from './files.ts'
import { expect, test } from './fixtures.ts'
import { pictureFile, uploadPictures } from './pictures.ts'

const harbour = { address: '12 Quayside, Bristol', googleMapsUrl: 'https://maps.app.goo.gl/abc', images: [] as string[] }

/** Which of these images the form shows, in its order, by name. */
async function order(page: Page, images: Image[]) {
  const shown = await page.getByRole('group', { name: 'Branch Images' }).getByRole('img').all()
  const urls = await Promise.all(shown.map((picture) => picture.getAttribute('src')))
  return urls.map((url) => images.find((image) => image.url === url)?.name.replace('.png', ''))
}

/** Drags as a hand does: the browser tells the page where it is on its second move there. */
async function drag(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await centre(from), await centre(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 5 })
  await page.mouse.move(end.x + 1, end.y)
  await page.mouse.up()
}

async function centre(place: Locator) {
  const { x, y, width, height } = (await place.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

test('a branch with three images, put in order by dragging and from the keyboard', async ({ signedIn: page, api, axe }) => {
  const images = await uploadPictures(api, ['crimson', 'teal', 'gold'])
  await page.goto('/branches')
  await page.getByRole('link', { name: 'Add branch' }).click()
  await page.getByLabel('Branch Name').fill('Harbour')
  await page.getByLabel('Address').fill(harbour.address)
  await page.getByLabel('Google Maps URL').fill(harbour.googleMapsUrl)

  await page.getByRole('button', { name: 'Add images' }).click()
  const picker = page.getByRole('dialog', { name: 'Select branch images' })
  for (const { name } of images) await picker.getByRole('button', { name }).click()
  await expect(picker.getByText('3 selected')).toBeVisible()
  await axe()
  await picker.getByRole('button', { name: 'Done' }).click()
  expect(await order(page, images)).toEqual(['crimson', 'teal', 'gold'])

  await drag(page, page.getByAltText('Image 3 of 3'), page.getByAltText('Image 1 of 3'))
  await expect.poll(() => order(page, images)).toEqual(['gold', 'crimson', 'teal'])

  await page.getByRole('button', { name: 'Move image 1 later' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Image 1 moved to position 2 of 3.' })).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move image 2 later' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move image 3 later' })).toBeFocused()
  expect(await order(page, images)).toEqual(['crimson', 'teal', 'gold'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Image 3 is already last.' })).toBeAttached()

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  expect(await order(page, images)).toEqual(['crimson', 'gold', 'teal'])
  await expect(page.getByRole('button', { name: 'Move image 2 earlier' })).toBeFocused()
  await axe()

  await page.getByRole('button', { name: 'Save Branch' }).click()
  await expect(page).toHaveURL('/branches')
  const card = page.getByRole('article').filter({ hasText: 'Harbour' })
  await expect(card.getByText('+2 more')).toBeVisible()
  const map = card.getByRole('link', { name: 'View Map' })
  await expect(map).toHaveAttribute('href', harbour.googleMapsUrl)
  await expect(map).toHaveAttribute('target', '_blank')
  await expect(map).toHaveAttribute('rel', 'noopener noreferrer')
  await axe()
  const stored = (await api.call(branches.list, { query: {} })).find(({ name }) => name === 'Harbour')
  expect(stored?.images).toEqual(['crimson', 'gold', 'teal'].map((colour) => images.find(({ name }) => name === `${colour}.png`)?.url))
})

test('images are removed by their position, and the focus goes on to the next', async ({ signedIn: page, api }) => {
  const images = await uploadPictures(api, ['navy', 'olive'])
  const branch = await api.call(branches.create, { body: { ...harbour, name: 'Old Town', images: images.map(({ url }) => url) } })
  await page.goto(`/branches/edit/${branch._id}`)
  await page.getByRole('button', { name: 'Remove image 1' }).press('Enter')
  expect(await order(page, images)).toEqual(['olive'])
  await expect(page.getByRole('button', { name: 'Remove image 1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add images' })).toBeFocused()
  await page.getByRole('button', { name: 'Save Branch' }).click()
  await expect(page).toHaveURL('/branches')
  expect((await api.call(branches.get, { params: { id: branch._id } })).images).toEqual([])
})

test('a removed image is put back once: not where it was chosen again, and beside another of its kind that stayed', async ({
  signedIn: page,
  api,
}) => {
  const images = await uploadPictures(api, ['coral', 'khaki'])
  const urls = images.map(({ url }) => url)
  const branch = await addBranch(api, { name: 'Twice', images: [...urls, urls[1]!] })
  await page.goto(`/branches/edit/${branch._id}`)
  const undo = page.getByRole('button', { name: 'Undo' })
  await page.getByRole('button', { name: 'Remove image 1' }).click()
  await expect(undo).toBeVisible()
  await page.getByRole('button', { name: 'Add images' }).click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('button', { name: 'coral.png' }).click()
  await picker.getByRole('button', { name: 'Done' }).click()
  expect(await undo.count()).toBe(0)
  await page.keyboard.press('ControlOrMeta+z')
  expect(await order(page, images)).toEqual(['khaki', 'khaki', 'coral'])
  await page.getByRole('button', { name: 'Remove image 1' }).click()
  await undo.click()
  await expect.poll(() => order(page, images)).toEqual(['khaki', 'khaki', 'coral'])
})

test('what is wrong is said at its input', async ({ signedIn: page }) => {
  await page.goto('/branches/add')
  await page.getByRole('button', { name: 'Save Branch' }).click()
  await expect(page.getByText('Branch Name is required.')).toBeVisible()
  await expect(page.getByText('Address is required.')).toBeVisible()
  await expect(page.getByText('Google Maps URL is required.')).toBeVisible()
  await expect(page.getByLabel('Branch Name')).toBeFocused()
  await page.getByLabel('Google Maps URL').fill('maps')
  await expect(page.getByText('This is not a valid web address.')).toBeVisible()
})

test('a name that another branch has is pointed out, and may be meant', async ({ signedIn: page, api, axe }) => {
  const name = `Twin ${process.pid}`
  const { _id } = await addBranch(api, { name })
  const note = page.getByText('A branch with this name already exists. The two will look the same in bookings.')
  await page.goto(`/branches/edit/${_id}`)
  // Nothing is said of the branch itself, which has been compared with the names by then.
  await page.getByLabel('Branch Name').fill(` ${name.toUpperCase()}`)
  await page.waitForTimeout(600)
  await expect(note).toBeHidden()

  await page.goto('/branches/add')
  await page.getByLabel('Branch Name').fill(` ${name.toLowerCase()} `)
  await expect(note).toBeVisible()
  await axe()
  for (const looksAlike of [name.replace(' ', '\u00a0'), name.replace(' ', '  '), `\u200e${name}\u200b`, name.replace('T', 'Ｔ')]) {
    await page.getByLabel('Branch Name').fill(`${name} East`)
    await expect(note).toBeHidden()
    await page.getByLabel('Branch Name').fill(looksAlike)
    await expect(note, JSON.stringify(looksAlike)).toBeVisible()
  }
  await page.getByLabel('Branch Name').fill(`${name} East`)
  await expect(note).toBeHidden()
  await page.getByLabel('Branch Name').fill(name)
  await expect(note).toBeVisible()
  await page.getByLabel('Address').fill('1 Quay Street')
  await page.getByLabel('Google Maps URL').fill('https://maps.app.goo.gl/twin')
  await page.getByRole('button', { name: 'Save Branch' }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(2)
})

test('a map link without its https:// gets it, in the form when it is left, and at the server', async ({ signedIn: page, api }) => {
  await page.goto('/branches/add')
  await page.getByLabel('Branch Name').fill('Lighthouse')
  await page.getByLabel('Address', { exact: true }).fill('2 Quay Street')
  await page.getByLabel('Google Maps URL').fill(' maps.app.goo.gl/x ')
  await page.getByLabel('Branch Name').focus()
  await expect(page.getByLabel('Google Maps URL')).toHaveValue('https://maps.app.goo.gl/x')
  await page.getByLabel('Google Maps URL').fill('maps.app.goo.gl/y')
  await page.getByLabel('Google Maps URL').press('Enter')
  await expect(page).toHaveURL('/branches')
  const added = await api.call(branches.list, { query: {} })
  expect(added.find(({ name }) => name === 'Lighthouse')).toMatchObject({ googleMapsUrl: 'https://maps.app.goo.gl/y' })
  expect(await addBranch(api, { googleMapsUrl: 'maps.app.goo.gl/z' })).toMatchObject({ googleMapsUrl: 'https://maps.app.goo.gl/z' })
})

test('pictures uploaded in the picker join the list, even when it is closed before they have arrived', async ({ signedIn: page }) => {
  await page.goto('/branches/add')
  await page.getByRole('button', { name: 'Add images' }).click()
  const picker = page.getByRole('dialog', { name: 'Select branch images' })
  // What the browser fires when somebody leaves the system's file dialog without a file.
  await picker.getByLabel('Upload').dispatchEvent('cancel', { bubbles: true })
  await picker.getByLabel('Upload').setInputFiles(await Promise.all(['sienna', 'tan'].map(pictureFile)))
  await picker.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('group', { name: 'Branch Images' }).getByRole('img')).toHaveCount(2)
})

test('pictures dropped together keep their order, whichever arrives first, and one that has failed stays until it has', async ({
  signedIn: page,
  api,
}) => {
  await page.goto('/branches/add')
  const field = page.getByRole('group', { name: 'Branch Images' })
  const { recover } = await unreachable(page, '**/api/upload')
  await drop(field, [await pictureFile('linen'), await pictureFile('peru')])
  await expect(field.getByText("The server couldn't be reached.")).toHaveCount(2)
  await recover()
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'GET' && asked.push(new URL(request.url()).pathname))
  // Another one of the same name, and one that can't be stored however often it is tried.
  await drop(field, [{ ...(await pictureFile('snow')), name: 'linen.png' }, text('broken.png', 'no image', 'image/png')])
  await expect(field.getByRole('img')).toHaveCount(1)
  await expect(field.getByText('broken.png')).toBeVisible()
  await field.getByRole('button', { name: 'Try peru.png again' }).click()
  await expect(field.getByRole('img')).toHaveCount(2)
  await field.getByRole('button', { name: 'Try linen.png again' }).click()
  await expect(field.getByRole('img')).toHaveCount(3)
  await expect(field.getByText("The server couldn't be reached.")).toHaveCount(0)
  await drop(field, [await pictureFile('tan')])
  await expect(field.getByRole('img')).toHaveCount(4)
  await expect(field.getByText('broken.png')).toHaveCount(0)
  expect(await order(page, await api.call(images.list, { query: {} }))).toEqual(['linen', 'peru', 'linen', 'tan'])
  expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/live')).toEqual([])
})

test('the address of an embedded map is pointed out, and View Map opens a map all the same', async ({ signedIn: page, api }) => {
  const embedded = 'https://maps.google.com/maps?q=kino&output=embed'
  const { _id } = await addBranch(api, { name: 'Embedded Palace' })
  await page.goto(`/branches/edit/${_id}`)
  const note = page.getByText('This link is for an embedded map.')
  await expect(page.getByLabel('Google Maps URL')).toBeVisible()
  await expect(note).toBeHidden()
  await page.getByLabel('Google Maps URL').fill(`<iframe src="${embedded.replace('&', '&amp;')}" width="600"></iframe>`)
  await page.getByLabel('Branch Name').focus()
  await expect(page.getByLabel('Google Maps URL')).toHaveValue(embedded)
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Save Branch' }).click()
  await expect(page).toHaveURL('/branches')
  const link = page.getByRole('link', { name: 'View Map of Embedded Palace' })
  await expect(link).toHaveAttribute('href', 'https://maps.google.com/maps?q=kino')
})
