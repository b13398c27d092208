import { readFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { addImage, addImages, addMovie, deleteAll } from './chain.ts'
import { holdClock } from './clock.ts'
import { hold, refuse, unreachable } from './failures.ts'
import { drop, poster, type TestFile, text } from './files.ts'
import { expect, test } from './fixtures.ts'
import { hearing } from './hearing.ts'

const question = 'Are you sure you want to delete this image?'
const card = (page: Page, name: string) => page.getByRole('list', { name: 'Images' }).getByRole('listitem').filter({ hasText: name })
const outcome = (page: Page, name: string) => page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })
const dropZone = (page: Page) => page.getByText('Drag and drop your images here, or click the upload button above')
const pick = (page: Page, files: TestFile[]) => page.getByLabel('Upload Images').setInputFiles(files)

test.beforeEach(async ({ api, signedIn: page }) => {
  await deleteAll(api, movies)
  await deleteAll(api, images)
  await page.goto('/livez')
})

test('an empty gallery says what to do', async ({ signedIn: page }) => {
  await page.goto('/gallery')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Image Gallery')
  await expect(page.getByText('Upload and manage your images')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No images' })).toBeVisible()
  await expect(page.getByText('Get started by uploading some images')).toBeVisible()
  await expect(dropZone(page)).toBeVisible()
  const boxes = await page
    .getByRole('main')
    .locator('*')
    .evaluateAll((all) => all.filter((element) => getComputedStyle(element).borderTopStyle === 'dashed').length)
  expect(boxes, 'one box says it all').toBe(1)
  await expect(page.getByLabel('Upload Images')).toHaveAttribute('multiple')
  await expect(page.getByLabel('Upload Images')).toHaveAttribute('accept', 'image/*')
})

test.describe('uploading', () => {
  test('shows what is new where it has its place in a list that is narrowed and ordered, and what was there where it stood', async ({
    signedIn: page,
  }) => {
    const [boat, moon, zeppelin] = [await poster('Boat.png'), await poster('Moon.png'), await poster('Zeppelin.png')]
    const names = page.getByRole('list', { name: 'Images' }).getByRole('listitem')
    await hearing(page, () => page.goto('/gallery'))
    await pick(page, [boat])
    await expect(names).toHaveText([/Boat/])
    await pick(page, [zeppelin])
    await expect(names).toHaveText([/Zeppelin/, /Boat/])
    await page.getByRole('button', { name: 'Unused' }).click()
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, A to Z')
    await expect(names).toHaveText([/Boat/, /Zeppelin/])
    await pick(page, [moon])
    await expect(names).toHaveText([/Boat/, /Moon/, /Zeppelin/])
    await expect(page.getByText('3 images')).toBeVisible()
    await page.goto('/gallery')
    await expect(names).toHaveText([/Moon/, /Zeppelin/, /Boat/])
    await pick(page, [boat])
    await expect(names).toHaveText([/Moon/, /Zeppelin/, /Boat/])
    await expect(page.getByText('3 images')).toBeVisible()
  })

  test('ten files of which three are bad tells the outcome of each and stores seven', async ({ signedIn: page, api }) => {
    const good = await Promise.all(['1', '2', '3', '4', '5', '6', '7'].map((name) => poster(`good-${name}.png`)))
    const bad: [TestFile, string][] = [
      [
        text('drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'),
        'This is an SVG drawing. Only JPEG, PNG, WebP, AVIF, HEIC and GIF images can be uploaded.',
      ],
      [text('empty.png', '', 'image/png'), 'This file is empty.'],
      [
        { ...(await poster('half.png')), buffer: (await poster('half.png')).buffer.subarray(0, 300) },
        'This image is damaged or incomplete.',
      ],
    ]
    await page.goto('/gallery')
    await pick(page, [...good, ...bad.map(([file]) => file)])
    await expect(page.getByRole('status').filter({ hasText: 'added' })).toHaveText('7 added, 3 rejected')
    for (const { name } of good) await expect(outcome(page, name)).toContainText('Added')
    for (const [{ name }, reason] of bad) await expect(outcome(page, name)).toContainText(reason)
    await expect(page.getByRole('alert'), 'there is nothing to do but for the rejected files').toHaveCount(0)
    for (const [{ name }] of bad)
      await expect(outcome(page, name).getByRole('button'), 'the same file would be refused again').toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    for (const { name } of good) await expect(card(page, name)).toBeVisible()
    const stored = await api.call(images.list, { query: {} })
    expect(stored.map(({ name }) => name).sort()).toEqual(good.map(({ name }) => name))

    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('region', { name: 'Uploads' })).toBeHidden()
    await expect(page.getByRole('alert')).toBeHidden()
  })

  test('pictures that the gallery has, also of a moment ago, are counted as such and in no red', async ({ signedIn: page }) => {
    const [old, fresh] = [await poster('old.png'), await poster('fresh.png')]
    await page.goto('/gallery')
    await pick(page, [old])
    await expect(page.getByText('1 added')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await pick(page, [old, fresh])
    await expect(page.getByText('1 added, 1 already there')).toBeVisible()
    await expect(outcome(page, 'old.png')).toContainText('Already in the gallery')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Close' }).click()
    await pick(page, [text('rejected.png', 'popcorn', 'image/png')])
    await expect(page.getByText('1 rejected')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText('Failed to upload images')
  })

  test('shows how far each file has come', async ({ signedIn: page }) => {
    await page.goto('/gallery')
    const upload = await hold(page, '**/api/upload')
    await pick(page, [await poster('slow.png'), await poster('slower.png')])
    await expect(page.getByRole('progressbar', { name: 'Uploading slow.png' })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Uploading slower.png' })).toBeVisible()
    await expect(page.getByText('Uploading: 0 of 2 done')).toBeVisible()
    upload.release()
    await expect(page.getByText('2 added')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })

  test('says once and at the end that some failed, and sends only those again that may arrive', async ({ signedIn: page, api }) => {
    await page.goto('/gallery')
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    // One is refused, one breaks off, one meets a server in trouble; the rest come late.
    const slow = Promise.withResolvers<void>()
    let calls = 0
    const disturb = async (route: Route) => {
      calls += 1
      const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
      if (body.includes('b.png')) return route.abort('connectionreset')
      if (body.includes('c.png')) return route.fulfill({ status: 503, json: { error: 'Please try again in a moment.' } })
      if (!body.includes('not-an-image')) await slow.promise
      return route.fallback()
    }
    await page.route('**/api/upload', disturb)
    await pick(page, [text('not-an-image.png', 'popcorn', 'image/png'), ...(await Promise.all(names.map((name) => poster(`${name}.png`))))])
    await expect(outcome(page, 'b.png')).toContainText("The server couldn't be reached.")
    await expect(outcome(page, 'c.png')).toContainText('Please try again in a moment.')
    await expect(page.getByText('Uploading: 3 of 7 done')).toBeVisible()
    await expect(page.getByRole('alert'), 'not while others are on their way').toHaveCount(0)
    slow.resolve()
    await expect(page.getByText('4 added, 1 rejected, 2 failed')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText('Failed to upload images')
    await page.unroute('**/api/upload', disturb)
    page.on('request', (request) => (calls += Number(request.url().endsWith('/api/upload'))))
    calls = 0
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await expect(page.getByText('6 added, 1 rejected')).toBeVisible()
    expect(calls).toBe(2)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(outcome(page, 'not-an-image.png')).toBeVisible()
    expect((await api.call(images.list, { query: {} })).map(({ name }) => name).sort()).toEqual(names.map((name) => `${name}.png`))
  })

  test('a file that did not arrive can be sent again', async ({ signedIn: page, api }) => {
    await page.goto('/gallery')
    const { recover } = await unreachable(page, '**/api/upload')
    await pick(page, [await poster('lost.png')])
    await expect(outcome(page, 'lost.png')).toContainText("The server couldn't be reached.")
    await expect(page.getByRole('alert')).toHaveText('Failed to upload images')
    await recover()
    await page.getByRole('button', { name: 'Try lost.png again' }).click()
    await expect(outcome(page, 'lost.png')).toContainText('Added')
    await expect(page.getByRole('alert')).toBeHidden()
    expect(await api.call(images.list, { query: {} })).toMatchObject([{ name: 'lost.png' }])
  })

  test('goes on while another screen is looked at, and the tab asks before it is closed meanwhile', async ({ signedIn: page }) => {
    let asked = 0
    page.on('dialog', (dialog) => {
      asked += 1
      void dialog.dismiss()
    })
    await page.goto('/gallery')
    const upload = await hold(page, '**/api/upload')
    await pick(page, [await poster('patient.png')])
    await page.getByRole('link', { name: 'Movies' }).click()
    await expect(page.getByRole('heading', { name: 'Movie Collection' })).toBeVisible()
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => asked).toBe(1)
    const arrived = page.waitForResponse('**/api/upload')
    upload.release()
    await arrived
    await page.getByRole('link', { name: 'Gallery' }).click()
    await expect(card(page, 'patient.png')).toBeVisible()
    await expect(outcome(page, 'patient.png')).toContainText('Added')
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
    expect(asked, 'once nothing is on its way any more').toBe(1)
  })
})

test.describe('dropping', () => {
  test('nothing but other files is turned away', async ({ signedIn: page, api }) => {
    await page.goto('/gallery')
    await drop(dropZone(page), [text('notes.txt', 'popcorn'), text('letter.pdf', '%PDF', 'application/pdf')])
    await expect(page.getByRole('alert')).toHaveText('Please drop only image files')
    expect(await api.call(images.list, { query: {} })).toEqual([])
  })

  test('images among other files uploads the images', async ({ signedIn: page, api }) => {
    await page.goto('/gallery')
    await drop(dropZone(page), [text('notes.txt', 'popcorn'), await poster('dropped.png')])
    await expect(outcome(page, 'dropped.png')).toContainText('Added')
    await expect(page.getByText('notes.txt')).toBeHidden()
    await expect(page.getByRole('alert')).toBeHidden()
    expect(await api.call(images.list, { query: {} })).toMatchObject([{ name: 'dropped.png' }])
  })

  test('photos without a type, or named otherwise, are sent like any other', async ({ signedIn: page, api }) => {
    const sample = (file: string, name: string, mimeType = ''): TestFile => ({
      name,
      mimeType,
      buffer: readFileSync(`testing/images/${file}`),
    })
    await page.goto('/gallery')
    const photos = [
      sample('jpeg-named.HEIC', 'IMG_0001.HEIC'),
      sample('iphone.heic', 'IMG_0002.HEIC'),
      sample('no-eoi.jpg', 'scan.txt', 'text/plain'),
    ]
    await drop(dropZone(page), [...photos, sample('anim.gif', 'moving.gif')])
    for (const { name } of photos) await expect(outcome(page, name)).toContainText('Added')
    await expect(outcome(page, 'moving.gif')).toContainText('first frame')
    expect(await api.call(images.list, { query: {} })).toHaveLength(4)
  })

  test('beside the drop zone loses nothing: the page stays', async ({ signedIn: page }) => {
    await page.goto('/gallery')
    await drop(page.getByRole('heading', { level: 1 }), [await poster('astray.png')])
    await expect(page).toHaveURL('/gallery')
    await expect(page.getByText('astray.png')).toBeHidden()
  })
})

test.describe('deleting an image', () => {
  const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()

  test('asks first, and Undo brings it back', async ({ signedIn: page, api }) => {
    await addImage(api, 'old.png')
    await page.goto('/gallery')
    await card(page, 'old.png').hover()
    await page.getByRole('button', { name: 'Delete old.png' }).click()
    await expect(page.getByRole('alertdialog')).toHaveAccessibleName(question)
    await expect(page.getByRole('alertdialog')).not.toContainText('used')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(card(page, 'old.png')).toBeVisible()

    await page.getByRole('button', { name: 'Delete old.png' }).click()
    await confirm(page)
    await expect(page.getByRole('heading', { name: 'No images' })).toBeVisible()
    expect(await api.call(images.list, { query: {} })).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card(page, 'old.png')).toBeVisible()
  })

  test('that is used says where, and those places keep it', async ({ signedIn: page, api }) => {
    const { url } = await addImage(api, 'used.png')
    const { _id } = await addMovie(api, { title: 'Nosferatu', image: url })
    await page.goto('/gallery')
    await expect(card(page, 'used.png')).toContainText('1 use')
    await card(page, 'used.png').hover()
    await page.getByRole('button', { name: 'Delete used.png' }).click()
    await expect(page.getByRole('alertdialog')).toHaveAccessibleName(question)
    await expect(page.getByRole('alertdialog')).toContainText('“Nosferatu”')
    await confirm(page)
    await expect(page.getByRole('heading', { name: 'No images' })).toBeVisible()

    await page.goto(`/movie/${_id}`)
    const drawn = () =>
      page.getByRole('img', { name: 'Cover of Nosferatu' }).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)
    await expect.poll(drawn).toBeGreaterThan(0)
  })

  test('that fails says so in a red banner, keeps it, and works when tried again', async ({ signedIn: page, api }) => {
    await addImage(api, 'old.png')
    await page.goto('/gallery')
    const { recover } = await refuse(page, '**/api/images/*', 'DELETE', 500, {})
    await card(page, 'old.png').hover()
    await page.getByRole('button', { name: 'Delete old.png' }).click()
    await confirm(page)
    await expect(page.getByRole('alert')).toHaveText('Failed to delete image')
    await expect(card(page, 'old.png')).toBeVisible()
    await recover()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, 'old.png')).toBeHidden()
  })
})

test.describe('an image that is clicked', () => {
  const large = (page: Page) => page.getByRole('dialog')

  test('opens large with its size, its uses and a download, and gives the focus back', async ({ signedIn: page, api, axe }) => {
    const { url } = await addImage(api, 'foyer.png', { width: 640, height: 360 })
    const { _id } = await addMovie(api, { title: 'Nosferatu', image: url })
    await addMovie(api, { title: 'Metropolis', image: url })
    await page.goto('/gallery')
    await expect(card(page, 'foyer.png')).toContainText('640 × 360 · 2 uses')
    const open = page.getByRole('button', { name: 'Open foyer.png' })
    await open.click()
    await expect(large(page)).toHaveAccessibleName('foyer.png')
    await expect(large(page).getByText('640 × 360 pixels, ')).toContainText(/\d+ kB/)
    await expect(large(page).getByRole('link', { name: 'Nosferatu' })).toHaveAttribute('href', `/movie/${_id}`)
    await expect(large(page).getByRole('link', { name: 'Metropolis' })).toBeVisible()
    await axe()
    const [download] = await Promise.all([page.waitForEvent('download'), large(page).getByRole('link', { name: 'Download' }).click()])
    expect(download.suggestedFilename()).toBe('foyer.webp')
    expect(new URL(download.url()).pathname).toBe(url)
    await page.keyboard.press('Escape')
    await expect(large(page)).toBeHidden()
    await expect(open).toBeFocused()
  })

  test('gets a name and an alt text, which the website gets too; Undo takes both back', async ({ signedIn: page, api, axe }) => {
    const { url } = await addImage(api, 'IMG_1234.jpg')
    await addImage(api, 'other.png')
    const { _id } = await addMovie(api, { title: 'Nosferatu', image: url })
    const alt = async () => ((await (await fetch(`${api.url}/api/movies/${_id}`)).json()) as { imageAlt?: string }).imageAlt
    await page.goto('/gallery?described=no')
    await page.getByRole('button', { name: 'Open IMG_1234.jpg' }).click()
    await expect(large(page)).toContainText('No alt text')
    await large(page).getByRole('button', { name: 'Edit details' }).click()
    const details = page.getByRole('dialog', { name: 'Details of IMG_1234.jpg' })
    await expect(details.getByLabel('Name')).toBeFocused()
    await axe()
    await details.getByLabel('Name').fill('')
    await details.getByLabel('Alt text').fill('A ship in the night.')
    await details.getByLabel('Decorative').check()
    await expect(details.getByLabel('Alt text')).toBeHidden()
    await details.getByLabel('Decorative').uncheck()
    await expect(details.getByLabel('Alt text')).toHaveValue('A ship in the night.')
    await details.getByRole('button', { name: 'Save details' }).click()
    await expect(details.getByLabel('Name')).toHaveAccessibleDescription(/^Name is required\./)
    await details.getByLabel('Name').fill('Nosferatu at sea')
    // The arrow keys move in the text, not to the next image.
    await page.keyboard.press('ArrowRight')
    await details.getByRole('button', { name: 'Save details' }).click()
    await expect(details).toBeHidden()
    // The image has left the list of those without an alt text.
    await expect(page.getByText('Nosferatu at sea was saved.')).toBeVisible()
    expect(await alt()).toBe('A ship in the night.')

    await page.goto('/gallery?q=ship')
    await page.getByRole('button', { name: 'Open Nosferatu at sea' }).click()
    await expect(large(page)).toContainText('Alt text: A ship in the night.')
    await large(page).getByRole('button', { name: 'Edit details' }).click()
    const again = page.getByRole('dialog', { name: 'Details of Nosferatu at sea' })
    await again.getByLabel('Decorative').check()
    await again.getByRole('button', { name: 'Save details' }).click()
    await expect(again).toBeHidden()
    expect(await alt()).toBe('')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText('Nosferatu at sea was reverted.')).toBeVisible()
    expect(await alt()).toBe('A ship in the night.')
  })

  test('is replaced by a file everywhere it is used, in four steps, and put back by Undo', async ({ signedIn: page, api }) => {
    const { url } = await addImage(api, 'foyer.png')
    const films = [await addMovie(api, { title: 'Nosferatu', image: url }), await addMovie(api, { title: 'Metropolis', image: url })]
    const covers = async () => new Set((await api.call(movies.list, { query: {} })).map(({ image }) => image))
    await page.goto('/gallery')
    await page.getByRole('button', { name: 'Open foyer.png' }).click()
    await large(page)
      .getByLabel('Replace')
      .setInputFiles([await poster('new-foyer')])
    await expect(page.getByText('foyer.png was replaced in 2 places.')).toBeVisible()
    await expect(large(page)).toBeHidden()
    const [now, ...others] = await covers()
    expect([films.length, others.length, now === url]).toEqual([2, 0, false])
    await expect(card(page, 'foyer.png')).toContainText('2 uses')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText('foyer.png was put back.')).toBeVisible()
    expect(await covers()).toEqual(new Set([url]))
    await expect(card(page, 'foyer.png')).toHaveCount(1)
    await page.getByRole('button', { name: 'Open foyer.png' }).click()
    await large(page)
      .getByLabel('Replace')
      .setInputFiles([text('notes.txt', 'no image')])
    await expect(page.getByText(/^foyer\.png couldn't be replaced\./)).toBeVisible()
    expect(await covers()).toEqual(new Set([url]))
  })

  test('that many films use shows the newest of them and leads to the rest', async ({ signedIn: page, api }) => {
    const { url } = await addImage(api, 'everywhere.png')
    for (let at = 1; at <= 125; at++) await addMovie(api, { title: `Film ${at}`, image: url })
    await page.goto('/gallery')
    await expect(card(page, 'everywhere.png')).toContainText('125 uses')
    await page.getByRole('button', { name: 'Open everywhere.png' }).click()
    const films = large(page).getByRole('link', { name: /^Film / })
    await expect(films).toHaveCount(20)
    await expect(films.first()).toHaveText('Film 125')
    await large(page).getByRole('button', { name: 'Show more uses (105 left)' }).click()
    await expect(films).toHaveCount(100)
    await large(page).getByRole('button', { name: 'Show more uses (25 left)' }).click()
    await expect(films).toHaveCount(125)
    await expect(films.last()).toHaveText('Film 1')
    await expect(large(page).getByRole('button', { name: /^Show more uses/ })).toBeHidden()
    await page.keyboard.press('Escape')
    await card(page, 'everywhere.png').hover()
    await page.getByRole('button', { name: 'Delete everywhere.png' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('“Film 123”, and 122 more, which keep the image')
  })

  test('has its neighbours on the arrow keys; the focus returns to the one that was seen last', async ({ signedIn: page, api }) => {
    for (const name of ['third.png', 'second.png', 'first.png']) await addImage(api, name)
    await page.goto('/gallery')
    await page.getByRole('button', { name: 'Open first.png' }).click()
    await page.keyboard.press('ArrowLeft')
    await expect(large(page), 'there is none before the first').toHaveAccessibleName('first.png')
    await page.keyboard.press('ArrowRight')
    await expect(large(page)).toHaveAccessibleName('second.png')
    await large(page).getByRole('button', { name: 'Next image' }).click()
    await expect(large(page)).toHaveAccessibleName('third.png')
    await expect(large(page).getByRole('button', { name: 'Next image' })).toHaveAttribute('aria-disabled', 'true')
    await expect(large(page).getByRole('button', { name: 'Next image' })).toBeFocused()
    await expect(large(page)).toContainText('3 of 3')
    await page.keyboard.press('ArrowLeft')
    await expect(large(page).getByRole('img')).toHaveAccessibleName('second.png')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Open second.png' })).toBeFocused()
  })

  test('that somebody deletes is closed, passes the focus on, and does not open by itself when it is back', async ({
    signedIn: page,
    api,
  }) => {
    for (const name of ['third.png', 'first.png']) await addImage(api, name)
    const { _id } = await addImage(api, 'second.png')
    await hearing(page, () => page.goto('/gallery?order=name'))
    await page.getByRole('button', { name: 'Open first.png' }).click()
    await page.keyboard.press('ArrowRight')
    await expect(large(page)).toHaveAccessibleName('second.png')
    await api.call(images.remove, { params: { id: _id } })
    await expect(large(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open third.png' })).toBeFocused()
    await page.getByRole('heading', { level: 1 }).click()
    await api.call(images.restore, { params: { id: _id } })
    await expect(card(page, 'second.png')).toBeVisible()
    await expect(large(page)).toBeHidden()
  })

  test('stays open where the search that was typed before comes then', async ({ signedIn: page, api }) => {
    for (const name of ['one.png', 'only.png']) await addImage(api, name)
    await page.goto('/gallery')
    await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('textbox', { name: 'Search' }).pressSequentially('on')
    await page.getByRole('button', { name: 'Open only.png' }).click()
    await expect(page).toHaveURL('/gallery?q=on')
    await expect(large(page)).toBeVisible()
  })

  test('is closed by the way back, also to another search', async ({ signedIn: page, api }) => {
    const { url } = await addImage(api, 'shown.png')
    await addImage(api, 'spare.png')
    await addMovie(api, { image: url })
    await page.goto('/gallery')
    await page.getByRole('button', { name: 'Unused' }).click()
    await expect(card(page, 'shown.png')).toBeHidden()
    await page.getByRole('button', { name: 'Open spare.png' }).click()
    await expect(large(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/gallery')
    await expect(large(page)).toBeHidden()
    await page.goForward()
    await expect(page).toHaveURL(/used=no/)
    await expect(large(page)).toBeHidden()
  })

  test('goes on beyond what the list behind has loaded, and the way back ends at the last one', async ({ signedIn: page, api }) => {
    await addImages(api, 70)
    await page.goto('/gallery')
    await page
      .getByRole('button', { name: /^Open / })
      .first()
      .click()
    await expect(large(page)).toContainText('1 of 70')
    for (let at = 2; at <= 70; at++) {
      await page.keyboard.press('ArrowRight')
      if (at % 10 === 0) await expect(large(page)).toContainText(`${at} of 70`)
      if (at === 60) await expect(large(page).getByRole('button', { name: 'Next image' })).toHaveAttribute('aria-disabled', 'false')
    }
    const name = await large(page).getByRole('img').getAttribute('alt')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `Open ${name}`, exact: true })).toBeFocused()
    await expect(page.getByRole('button', { name: `Open ${name}`, exact: true })).toBeInViewport()
  })
})

test('a gallery that gets no answer for 30 seconds says so, and loads when tried again', async ({ signedIn: page, api }) => {
  await addImage(api, 'late.png')
  await holdClock(page)
  const list = await hold(page, '**/api/images?*')
  await Promise.all([page.waitForRequest('**/api/images?*'), page.goto('/gallery')])
  await expect(page.getByText('Loading…').first(), 'the screen waits, not only the page').toBeAttached()
  await page.clock.fastForward(29_000)
  await expect(page.getByRole('alert')).toBeHidden()
  await page.clock.fastForward(1_000)
  await expect(page.getByRole('alert')).toHaveText('Failed to load images')
  list.release()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'late.png')).toBeVisible()
})
