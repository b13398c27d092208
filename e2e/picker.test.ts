import type { Page } from '@playwright/test'
import { branches } from '#contract/branches.ts'
import { images } from '#contract/images.ts'
import { news } from '#contract/news.ts'
import type { Api } from './api.ts'
import { addImage, deleteAll } from './chain.ts'
import { poster } from './files.ts'
import { expect, test } from './fixtures.ts'

const picker = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const main = 'Select main image'
const gallery = 'Select gallery images'
const choices = (page: Page, title: string) => picker(page, title).getByRole('list', { name: 'Images' }).getByRole('button')
const openMain = (page: Page) => page.getByRole('button', { name: 'Select from Gallery' }).click()
const openGallery = (page: Page) => page.getByRole('button', { name: 'Add images' }).click()

async function described(api: Api, name: string, altText: string) {
  const image = await addImage(api, name)
  return api.call(images.update, { params: { id: image._id }, body: { name, altText } })
}

test.beforeEach(async ({ api }) => {
  for (const collection of [news, branches, images]) await deleteAll(api, collection)
})

test('a picture is found by its name or its alt text, and another field doesn’t begin with that search', async ({
  signedIn: page,
  api,
  axe,
}) => {
  await described(api, 'IMG_1.png', 'A schooner in the harbour.')
  await addImage(api, 'harbour.png')
  await addImage(api, 'IMG_2.png')
  await page.goto('/news/add')
  await openMain(page)
  await expect(choices(page, main)).toHaveCount(3)
  const search = picker(page, main).getByRole('textbox', { name: 'Search' })
  await expect(search).toBeFocused()
  await search.fill('harb')
  await expect(choices(page, main)).toHaveText([/harbour\.png/, /IMG_1\.png/])
  await expect(choices(page, main).last()).toContainText('A schooner in the harbour.')
  await axe()
  await search.fill('schoon')
  await expect(choices(page, main)).toHaveText([/IMG_1\.png/])
  await picker(page, main).getByRole('button', { name: 'Unused only' }).click()
  await picker(page, main)
    .getByLabel('Upload')
    .setInputFiles([await poster('fresh.png')])
  await expect(picker(page, main)).toBeHidden()

  await openGallery(page)
  await expect(picker(page, gallery).getByRole('textbox', { name: 'Search' })).toHaveValue('')
  await expect(picker(page, gallery).getByRole('button', { name: 'Unused only' })).toHaveAttribute('aria-pressed', 'false')
  await expect(choices(page, gallery)).toHaveCount(4)
  await picker(page, gallery).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Change Image' }).click()
  await expect(picker(page, main).getByRole('textbox', { name: 'Search' })).toHaveValue('')
  await expect(choices(page, main)).toHaveCount(4)
  await expect(picker(page, main).getByText('Added'), 'an upload of the last time').toBeHidden()
})

test('a list takes several pictures at one opening: one by one, a range with Shift, and uploads', async ({ signedIn: page, api }) => {
  for (const name of ['e.png', 'd.png', 'c.png', 'b.png', 'a.png']) await addImage(api, name)
  await page.goto('/news/add')
  await openGallery(page)
  const click = (name: string, modifiers: 'Shift'[] = []) => picker(page, gallery).getByRole('button', { name }).click({ modifiers })
  const count = picker(page, gallery).getByText(/^\d+ selected$/)
  await click('b.png')
  await click('d.png', ['Shift'])
  await expect(count).toHaveText('3 selected')
  await click('c.png')
  await expect(count).toHaveText('2 selected')
  await click('a.png', ['Shift'])
  await expect(count).toHaveText('4 selected')
  await picker(page, gallery)
    .getByLabel('Upload')
    .setInputFiles([await poster('x.png'), await poster('y.png')])
  await expect(count).toHaveText('6 selected')
  await picker(page, gallery).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('group', { name: 'Gallery Images' }).getByRole('img')).toHaveCount(6)
})

test('a field for one picture takes one, with Shift as well', async ({ signedIn: page, api }) => {
  const [last] = [await addImage(api, 'b.png'), await addImage(api, 'a.png')]
  await page.goto('/news/add')
  await openMain(page)
  await picker(page, main)
    .getByRole('button', { name: 'b.png' })
    .click({ modifiers: ['Shift'] })
  await expect(picker(page, main)).toBeHidden()
  await expect(page.getByRole('group', { name: 'Main Image' }).getByRole('img')).toHaveAttribute('src', last?.url ?? '')
})
