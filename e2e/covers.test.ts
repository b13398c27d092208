import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { addImage, addImages, addMovie, deleteAll } from './chain.ts'
import { hold, refuse, unreachable } from './failures.ts'
import { drop, poster, text } from './files.ts'
import { expect, test } from './fixtures.ts'

const cover = (page: Page) => page.getByRole('group', { name: 'Cover image' })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Select Cover Image' })
const choose = (page: Page, name: string) => picker(page).getByRole('button', { name }).click()

/** Whether the picture has really arrived, not only its place. */
const isDrawn = (page: Page) =>
  cover(page)
    .getByRole('img')
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

async function fillIn(page: Page) {
  for (const [label, value] of Object.entries({
    Title: 'Metropolis',
    Genre: 'Drama',
    Description: 'A city.',
    'Trailer URL': 'https://archive.org/m',
  }))
    await page.getByLabel(label, { exact: true }).fill(value)
}

test.beforeEach(async ({ api }) => {
  await deleteAll(api, movies)
  await deleteAll(api, images)
})

test('a cover that can’t be had leaves the mark in its place, under the same name, in the list and on its own screen', async ({
  signedIn: page,
  api,
}) => {
  const { url } = await addImage(api, 'lost.png')
  const { _id } = await addMovie(api, { title: 'Lost', image: url })
  await refuse(page, '**/media/**', 'GET', 503, { error: 'Images are unavailable right now. Please try again.' })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Lost' }).first()).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
  await page.goto(`/movie/${_id}`)
  await expect(page.getByRole('img', { name: 'Cover of Lost' })).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
})

test.describe('a file dropped on the form', () => {
  test('that is no image is turned away', async ({ signedIn: page }) => {
    await page.goto('/add')
    await drop(cover(page).getByRole('button', { name: 'Select from Gallery' }), [text('notes.txt', 'popcorn')])
    await expect(cover(page).getByRole('alert')).toHaveText('Please drop only image files')
  })

  test('that comes from an iPhone becomes the cover, whatever it is called', async ({ signedIn: page }) => {
    await page.goto('/add')
    const photo = { name: 'IMG_0001.HEIC', mimeType: '', buffer: readFileSync('testing/images/iphone.heic') }
    await drop(cover(page).getByRole('button', { name: 'Select from Gallery' }), [photo])
    await expect.poll(() => isDrawn(page)).toBe(true)
  })

  test('that the server refuses says why, and is not the cover', async ({ signedIn: page }) => {
    await page.goto('/add')
    await drop(cover(page).getByRole('button', { name: 'Select from Gallery' }), [text('poster.png', '%PDF-1.7', 'image/png')])
    await expect(cover(page).getByText('This is a PDF.')).toBeVisible()
    await expect(cover(page).getByRole('button', { name: 'Select from Gallery' })).toBeVisible()
  })

  test('that does not arrive can be tried again', async ({ signedIn: page }) => {
    await page.goto('/add')
    const { recover } = await unreachable(page, '**/api/upload')
    await drop(cover(page).getByRole('button', { name: 'Select from Gallery' }), [await poster('metropolis.png')])
    await expect(cover(page).getByText("The server couldn't be reached.")).toBeVisible()
    await recover()
    await cover(page).getByRole('button', { name: 'Try metropolis.png again' }).click()
    await expect.poll(() => isDrawn(page)).toBe(true)
  })

  test('is uploaded, becomes the cover, and is saved with the film', async ({ signedIn: page, api }) => {
    await page.goto('/add')
    await fillIn(page)
    await drop(cover(page).getByRole('button', { name: 'Select from Gallery' }), [await poster('metropolis.png')])
    await expect.poll(() => isDrawn(page)).toBe(true)
    await page.getByRole('button', { name: 'Save Movie' }).click()
    await expect(page).toHaveURL('/')
    const [image] = await api.call(images.list, { query: {} })
    expect(image).toMatchObject({ name: 'metropolis.png', width: 400, height: 600, usedBy: [{ title: 'Metropolis' }] })
    expect(await api.call(movies.list, { query: {} })).toMatchObject([{ title: 'Metropolis', image: image!.url }])
    await expect(page.getByRole('listitem').filter({ hasText: 'Metropolis' }).locator('img')).toHaveAttribute('src', image!.url)
  })

  test('is at most 320 px wide, and stands above the save bar with its hint', async ({ signedIn: page, api }) => {
    const { url } = await addImage(api, 'tall.png', { width: 400, height: 600 })
    const { _id } = await addMovie(api, { image: url })
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`/edit/${_id}`)
      await expect.poll(() => isDrawn(page)).toBe(true)
      expect((await cover(page).getByRole('img').boundingBox())?.width).toBeLessThanOrEqual(320)
      const [hint, bar] = [await page.getByText(/^Drop an image here/).boundingBox(), await page.locator('.foot-bar').boundingBox()]
      expect((hint?.y ?? 0) + (hint?.height ?? 0), `${width} × ${height}`).toBeLessThanOrEqual(bar?.y ?? 0)
    }
  })

  test('that breaks off after Save was pressed keeps the film from being stored; Save once more stores it without', async ({
    signedIn: page,
    api,
  }) => {
    await page.goto('/add')
    await fillIn(page)
    const { promise: broken, resolve: breakOff } = Promise.withResolvers<void>()
    await page.route('**/api/upload', (route) => broken.then(() => route.abort('connectionreset')))
    await drop(cover(page).getByRole('button', { name: 'Select from Gallery' }), [await poster('metropolis.png')])
    await page.getByRole('button', { name: 'Save Movie' }).click()
    await expect(page.getByRole('button', { name: 'Saving Changes...' })).toBeVisible()
    breakOff()
    await expect(cover(page).getByText("The server couldn't be reached.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save Movie' })).toBeVisible()
    await expect(page).toHaveURL('/add')
    expect(await api.call(movies.list, { query: {} })).toEqual([])
    await page.getByRole('button', { name: 'Save Movie' }).click()
    await expect(page).toHaveURL('/')
    expect(await api.call(movies.list, { query: {} })).toMatchObject([{ title: 'Metropolis', image: '' }])
  })

  test('that arrives after the form was left leaves no draft behind', async ({ signedIn: page }) => {
    await page.goto('/add')
    const upload = await hold(page, '**/api/upload')
    await drop(cover(page).getByRole('button', { name: 'Select from Gallery' }), [await poster('metropolis.png')])
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'No movies' })).toBeVisible()
    const refreshed = page.waitForResponse('**/api/upload')
    upload.release()
    await refreshed
    await page.getByRole('link', { name: 'Gallery' }).click()
    await expect(page.getByText('metropolis.png')).toBeVisible()
    await page.getByRole('link', { name: 'Add Movie' }).click()
    await expect(cover(page).getByRole('button', { name: 'Select from Gallery' })).toBeVisible()
    await expect(page.getByText('You have an unsaved movie')).toBeHidden()
  })

  test('is waited for when Save is pressed before it has arrived', async ({ signedIn: page, api }) => {
    await page.goto('/add')
    await fillIn(page)
    const upload = await hold(page, '**/api/upload')
    await drop(cover(page).getByRole('button', { name: 'Select from Gallery' }), [await poster('metropolis.png')])
    await page.getByRole('button', { name: 'Save Movie' }).click()
    await expect(page.getByRole('button', { name: 'Saving Changes...' })).toBeVisible()
    upload.release()
    await expect(page).toHaveURL('/')
    const [movie] = await api.call(movies.list, { query: {} })
    expect(movie?.image).toMatch(/^\/media\//)
  })
})

test.describe('a file that is still on its way', () => {
  /** Drops a picture that is on its way until `arrive`, which waits until the form has heard of it. */
  async function dropLate(page: Page, name: string) {
    const isThis = (request: Request) => request.url().endsWith('/api/upload') && request.postDataBuffer()?.includes(name) === true
    const { promise, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/upload', async (route) => {
      if (isThis(route.request())) await promise
      await route.fallback()
    })
    await drop(cover(page).getByRole('button', { name: /Select from Gallery|Change Image/ }), [await poster(name)])
    const progress = page.getByRole('progressbar', { name: `Uploading ${name}`, includeHidden: true })
    await expect(progress.first()).toBeAttached()
    return {
      async arrive() {
        release()
        await expect(progress).toHaveCount(0)
      },
    }
  }

  test('leaves the picture alone that was chosen since', async ({ signedIn: page, api }) => {
    const { url } = await addImage(api, 'chosen.png')
    await page.goto('/add')
    await fillIn(page)
    const upload = await dropLate(page, 'dropped.png')
    await cover(page).getByRole('button', { name: 'Select from Gallery' }).click()
    await choose(page, 'chosen.png')
    await page.getByRole('button', { name: 'Save Movie' }).click()
    await upload.arrive()
    await expect(page).toHaveURL('/')
    expect(await api.call(movies.list, { query: {} })).toMatchObject([{ title: 'Metropolis', image: url }])
  })

  test('does not come back once the cover was removed, nor when that is taken back', async ({ signedIn: page, api }) => {
    const { url: image } = await addImage(api)
    const { _id } = await addMovie(api, { image })
    await page.goto(`/edit/${_id}`)
    const upload = await dropLate(page, 'dropped.png')
    await cover(page).getByRole('button', { name: 'Remove' }).click()
    await expect(cover(page).getByRole('img')).toHaveCount(0)
    await upload.arrive()
    await expect(cover(page).getByRole('button', { name: 'Select from Gallery' })).toBeVisible()
    const another = await dropLate(page, 'another.png')
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
    await another.arrive()
    await expect(cover(page).getByRole('img')).toHaveAttribute('src', image)
  })

  test('is the cover beside an open picker, which stays open', async ({ signedIn: page, api }) => {
    const { url } = await addImage(api, 'chosen.png')
    await page.goto('/add')
    const upload = await dropLate(page, 'dropped.png')
    await cover(page).getByRole('button', { name: 'Select from Gallery' }).click()
    await upload.arrive()
    await expect(picker(page).getByRole('button', { name: 'dropped.png' })).toHaveAttribute('aria-pressed', 'true')
    await choose(page, 'chosen.png')
    await expect(cover(page).getByRole('img')).toHaveAttribute('src', url)
  })

  for (const order of [
    ['wrong.png', 'right.png'],
    ['right.png', 'wrong.png'],
  ])
    test(`gives way to the one that is dropped after it, also when ${order[0]} arrives first`, async ({ signedIn: page, api }) => {
      await page.goto('/add')
      const uploads = new Map<string, Awaited<ReturnType<typeof dropLate>>>()
      for (const name of ['wrong.png', 'right.png']) uploads.set(name, await dropLate(page, name))
      for (const name of order) await uploads.get(name)?.arrive()
      await expect.poll(() => isDrawn(page)).toBe(true)
      const right = (await api.call(images.list, { query: {} })).find(({ name }) => name === 'right.png')
      await expect(cover(page).getByRole('img')).toHaveAttribute('src', right?.url ?? '')
    })

  test('is the cover once it was tried again', async ({ signedIn: page, api }) => {
    const { url } = await addImage(api, 'chosen.png')
    await page.goto('/add')
    const { recover } = await unreachable(page, '**/api/upload')
    await drop(cover(page).getByRole('button', { name: 'Select from Gallery' }), [await poster('dropped.png')])
    await cover(page).getByRole('button', { name: 'Select from Gallery' }).click()
    await choose(page, 'chosen.png')
    await expect(cover(page).getByRole('img')).toHaveAttribute('src', url)
    await recover()
    await cover(page).getByRole('button', { name: 'Try dropped.png again' }).click()
    await expect(cover(page).getByRole('img')).not.toHaveAttribute('src', url)
  })
})

test.describe('the cover picker', () => {
  test('has what others have added by now, and holds a bounded number of images however many were loaded', async ({
    signedIn: page,
    api,
  }) => {
    await addImages(api, 300)
    await page.goto('/add')
    const open = page.getByRole('button', { name: 'Select from Gallery' })
    await open.click()
    await expect(picker(page).getByRole('status').first()).toHaveText('300 images')
    await page.keyboard.press('Escape')
    await addImage(api, 'newcomer.png')
    await open.click()
    await expect(picker(page).getByRole('button', { name: 'newcomer.png' })).toBeVisible()
    const choices = picker(page).getByRole('listitem')
    for (let last = ''; last !== '301'; last = (await choices.last().getAttribute('aria-posinset')) ?? '') {
      await picker(page)
        .locator('[data-scrolls]')
        .evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await page.waitForTimeout(30)
    }
    expect(await choices.count()).toBeLessThanOrEqual(180)
  })

  test('sets the cover with one click and closes', async ({ signedIn: page, api }) => {
    await addImage(api, 'first.png')
    const second = await addImage(api, 'second.png')
    await page.goto('/add')
    await cover(page).getByRole('button', { name: 'Select from Gallery' }).click()
    await choose(page, 'second.png')
    await expect(picker(page)).toBeHidden()
    await expect(cover(page).getByRole('img')).toHaveAttribute('src', second.url)
    await expect(cover(page).getByRole('button', { name: 'Change Image' })).toBeFocused()

    await cover(page).getByRole('button', { name: 'Change Image' }).click()
    await expect(picker(page).getByRole('button', { name: 'second.png' })).toHaveAttribute('aria-pressed', 'true')
    await expect(picker(page).getByRole('button', { name: 'first.png' })).toHaveAttribute('aria-pressed', 'false')
  })

  test('is searched with Enter, which leaves the film behind it as it was', async ({ signedIn: page, api }) => {
    const { url } = await addImage(api, 'searched.png')
    const { _id } = await addMovie(api, { title: 'Half typed' })
    await page.goto(`/edit/${_id}`)
    await page.getByLabel('Title').fill('Half ty')
    await cover(page).getByRole('button', { name: 'Select from Gallery' }).click()
    await picker(page).getByRole('textbox', { name: 'Search' }).fill('searched')
    await page.keyboard.press('Enter')
    await expect(picker(page).getByText('1 image')).toBeVisible()
    await choose(page, 'searched.png')
    await expect(cover(page).getByRole('img')).toHaveAttribute('src', url)
    expect(await api.call(movies.get, { params: { id: _id } })).toMatchObject({ title: 'Half typed' })
  })

  test('gives the focus back where it is seen, and not under the bar of the form', async ({ signedIn: page, api }) => {
    await addImage(api, 'tall.png')
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto('/add')
    const button = cover(page).getByRole('button', { name: 'Select from Gallery' })
    await button.focus()
    await page.keyboard.press('Enter')
    await picker(page).getByRole('button', { name: 'tall.png' }).focus()
    await page.keyboard.press('Enter')
    const change = cover(page).getByRole('button', { name: 'Change Image' })
    await expect(change).toBeFocused()
    const bar = page.getByRole('button', { name: 'Save Movie' })
    const bottom = async () => {
      const { y, height } = (await change.boundingBox()) ?? { y: Number.POSITIVE_INFINITY, height: 0 }
      return y + height
    }
    await expect.poll(bottom).toBeLessThan(((await bar.boundingBox())?.y ?? 0) - 12)
  })

  test('has the last word: a cover that was removed before can’t be put back in place of what it chose', async ({
    signedIn: page,
    api,
  }) => {
    const { url: image } = await addImage(api, 'removed.png')
    const { url } = await addImage(api, 'chosen.png')
    const { _id } = await addMovie(api, { image })
    await page.goto(`/edit/${_id}`)
    await cover(page).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await cover(page).getByRole('button', { name: 'Select from Gallery' }).click()
    await choose(page, 'chosen.png')
    await expect(cover(page).getByRole('img')).toHaveAttribute('src', url)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(cover(page).getByRole('img')).toHaveAttribute('src', url)
  })

  test('shows Change Image while pointed at or focused', async ({ signedIn: page, api }) => {
    const { url: image } = await addImage(api)
    const { _id } = await addMovie(api, { image })
    await page.goto(`/edit/${_id}`)
    const change = cover(page).getByRole('button', { name: 'Change Image' })
    const shade = change.locator('xpath=..')
    await expect(shade).toHaveCSS('opacity', '0')
    await cover(page).getByRole('img').hover()
    await expect(shade).toHaveCSS('opacity', '1')
    await page.mouse.move(0, 0)
    await expect(shade).toHaveCSS('opacity', '0')
    await change.focus()
    await expect(shade).toHaveCSS('opacity', '1')
  })

  test('closes on Escape and gives the focus back, with nothing chosen', async ({ signedIn: page, api }) => {
    await addImage(api)
    await page.goto('/add')
    const open = cover(page).getByRole('button', { name: 'Select from Gallery' })
    await open.click()
    await expect(picker(page).getByRole('button', { name: 'poster.png' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(picker(page)).toBeHidden()
    await expect(open).toBeFocused()
  })

  test('uploads an image and takes it at once', async ({ signedIn: page, api }) => {
    await page.goto('/add')
    await cover(page).getByRole('button', { name: 'Select from Gallery' }).click()
    await expect(picker(page).getByText('The gallery is empty.')).toBeVisible()
    await picker(page)
      .getByLabel('Upload')
      .setInputFiles(await poster('new.png'))
    await expect(picker(page)).toBeHidden()
    await expect.poll(() => isDrawn(page)).toBe(true)
    expect(await api.call(images.list, { query: {} })).toMatchObject([{ name: 'new.png' }])
  })

  test('scrolls within 60 % of the window, in 2 columns and 3 from a medium width', async ({ signedIn: page, api }) => {
    await Promise.all(['a.png', 'b.png', 'c.png', 'd.png'].map((name) => addImage(api, name)))
    await page.goto('/add')
    await cover(page).getByRole('button', { name: 'Select from Gallery' }).click()
    const grid = picker(page).getByRole('list').filter({ hasText: 'a.png' })
    await expect(grid.getByRole('listitem')).toHaveCount(4)
    const columns = () => grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    expect(await columns()).toBe(3)
    expect(await grid.evaluate((list) => list.closest('[data-scrolls]')!.clientHeight / innerHeight)).toBeCloseTo(0.6, 2)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await columns()).toBe(2)
  })

  test('that fails to load can be tried again', async ({ signedIn: page, api }) => {
    await addImage(api)
    await page.goto('/add')
    const { recover } = await unreachable(page, '**/api/images?*')
    await cover(page).getByRole('button', { name: 'Select from Gallery' }).click()
    await expect(picker(page).getByRole('alert')).toHaveText('Failed to load images')
    await recover()
    await picker(page).getByRole('button', { name: 'Try again' }).click()
    await expect(picker(page).getByRole('button', { name: 'poster.png' })).toBeVisible()
  })
})
