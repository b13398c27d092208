import type { Page } from '@playwright/test'
import { images } from '#contract/images.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import type { FocalPoint } from '#contract/pictures.ts'
import type { Api } from './api.ts'
import { addImage, addMenuItem, addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

const details = (page: Page) => page.getByRole('dialog', { name: 'Details of poster.png' })
const point = (page: Page) => details(page).getByRole('button', { name: /^Focal point/ })
const positions = (page: Page) =>
  details(page)
    .getByRole('list', { name: 'Previews' })
    .getByRole('img')
    .evaluateAll((all) => [...new Set(all.map((each) => getComputedStyle(each).objectPosition))])
const number = (page: Page, name: string) => details(page).getByRole('textbox', { name })
const save = (page: Page) => details(page).getByRole('button', { name: 'Save details' }).click()

async function openDetails(page: Page) {
  await page.goto('/gallery')
  await page.getByRole('button', { name: 'Open poster.png' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit details' }).click()
}

/** The focal point that the chain's website gets beside the image of a movie. */
const told = async ({ url }: Api, id: string) =>
  ((await (await fetch(`${url}/api/movies/${id}`)).json()) as { imageFocalPoint?: FocalPoint }).imageFocalPoint

test.beforeEach(async ({ api }) => {
  for (const collection of [movies, menus, images]) await deleteAll(api, collection)
})

test('a focal point is set by a click, moved by the arrow keys, and typed; the previews and the pages follow', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const { url } = await addImage(api, 'poster.png', { width: 800, height: 800 })
  const { _id } = await addMovie(api, { title: 'Nosferatu', image: url })
  const { _id: popcorn } = await addMenuItem(api, { name: 'Popcorn', image: url })
  await openDetails(page)
  await expect(point(page)).toHaveAccessibleName('Focal point: 50% from the left, 50% from the top')
  await axe()
  const box = await point(page).boundingBox()
  await point(page).click({ position: { x: Math.round((box?.width ?? 0) * 0.2), y: Math.round((box?.height ?? 0) * 0.1) } })
  await expect(number(page, 'Left, in %')).toHaveValue('20')
  await expect(number(page, 'Top, in %')).toHaveValue('10')
  await expect.poll(() => positions(page)).toEqual(['20% 10%'])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(point(page)).toHaveAccessibleName('Focal point: 21% from the left, 20% from the top')
  await expect(page.getByRole('dialog', { name: 'poster.png', exact: true }), 'the arrow keys show no other image').toBeAttached()
  await page.keyboard.press('Enter')
  await expect(details(page), 'Enter on the point neither moves the point nor saves').toBeVisible()
  await expect(point(page)).toHaveAccessibleName('Focal point: 21% from the left, 20% from the top')
  await number(page, 'Left, in %').fill('101')
  await save(page)
  await expect(number(page, 'Left, in %')).toHaveAccessibleDescription(/must be whole numbers from 0 to 100/)
  await number(page, 'Left, in %').fill('0')
  await axe()
  await save(page)
  await expect(details(page)).toBeHidden()
  expect(await told(api, _id)).toEqual({ x: 0, y: 20 })

  const drawn = (name: string | RegExp) => page.getByRole('img', { name }).first()
  await page.goto(`/movie/${_id}`)
  await expect(drawn('Cover of Nosferatu')).toHaveCSS('object-position', '0% 20%')
  await page.goto('/')
  await expect(page.getByRole('article').locator('img').first()).toHaveCSS('object-position', '0% 20%')
  await page.goto('/menu')
  await expect(page.getByRole('article').locator('img').first()).toHaveCSS('object-position', '0% 20%')
  await page.goto(`/menu/${popcorn}`)
  await expect(drawn('Image of Popcorn')).toHaveCSS('object-position', '0% 20%')
})

test('one number alone is completed with the centre, "Use the centre" removes the point, and Undo brings it back', async ({
  signedIn: page,
  api,
}) => {
  const { url } = await addImage(api, 'poster.png')
  const { _id } = await addMovie(api, { image: url })
  await openDetails(page)
  await number(page, 'Top, in %').fill('0')
  await expect(number(page, 'Left, in %')).toHaveValue('50')
  await save(page)
  await expect(details(page)).toBeHidden()
  expect(await told(api, _id)).toEqual({ x: 50, y: 0 })
  await page.getByRole('dialog').getByRole('button', { name: 'Edit details' }).click()
  await details(page).getByRole('button', { name: 'Use the centre' }).click()
  await expect(number(page, 'Top, in %')).toHaveValue('')
  await save(page)
  await expect(details(page)).toBeHidden()
  expect(await told(api, _id)).toBeUndefined()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('poster.png was reverted.')).toBeVisible()
  expect(await told(api, _id)).toEqual({ x: 50, y: 0 })
})
