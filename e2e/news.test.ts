import { branches } from '#contract/branches.ts'
import { daysAfter, today } from '#contract/dates.ts'
import { news } from '#contract/news.ts'
import { expect, test } from './fixtures.ts'
import { uploadPictures } from './pictures.ts'

const premiere = { date: '2026-11-27', description: 'Doors at seven.\nBring a scarf.', image: '', gallery: [] as string[] }

test('a news item with a gallery, from the form to its page', async ({ signedIn: page, api, axe }) => {
  await uploadPictures(api, ['indigo', 'salmon', 'plum'])
  await page.goto('/news')
  await page.getByRole('link', { name: 'Add news item' }).first().click()
  await page.getByLabel('News Title').fill('Silent Nights')
  await page.getByLabel('Publication Date').fill('2026-11-27')
  await page.getByLabel('Description').fill('For three nights.\n\nDoors at seven.\nBring a scarf.')
  await page.getByRole('button', { name: 'Select from Gallery' }).click()
  await page.getByRole('dialog', { name: 'Select main image' }).getByRole('button', { name: 'indigo.png' }).click()
  await expect(page.getByRole('button', { name: 'Change Image' })).toBeFocused()
  await page.getByRole('button', { name: 'Add images' }).click()
  const picker = page.getByRole('dialog', { name: 'Select gallery images' })
  await picker.getByRole('button', { name: 'salmon.png' }).click()
  await picker.getByRole('button', { name: 'plum.png' }).click()
  await page.keyboard.press('Escape')
  await axe()
  await page.getByRole('button', { name: 'Save News' }).click()

  await expect(page).toHaveURL('/news')
  const card = page.getByRole('article').filter({ hasText: 'Silent Nights' })
  await expect(card.getByText('+2 in gallery')).toBeVisible()
  await expect(card.getByText('27 November 2026')).toBeVisible()
  await axe()

  await card.getByRole('link', { name: 'Read More' }).click()
  await expect(page.getByRole('heading', { name: 'Silent Nights' })).toBeVisible()
  await expect(page.getByAltText('Image of Silent Nights')).toBeVisible()
  for (const paragraph of ['For three nights.', 'Doors at seven.', 'Bring a scarf.']) {
    await expect(page.getByRole('paragraph').getByText(paragraph, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Gallery' }).getByRole('link')).toHaveCount(2)
  await axe()
  await page.getByRole('link', { name: 'Edit news item' }).click()
  await page.getByRole('button', { name: 'Remove image 1' }).click()
  await page.getByRole('button', { name: 'Save News' }).click()
  await expect(card.getByText('+1 in gallery')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Silent Nights' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this news item?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
})

for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Midway']) {
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone })

    test('the date starts as the day of the chain, and is shown as it was stored', async ({ signedIn: page, api }) => {
      // At this moment the three zones have three different days, and none is the chain's.
      await page.clock.setFixedTime('2020-03-10T10:30:00Z')
      await page.goto('/news/add')
      await expect(page.getByLabel('Publication Date')).toHaveValue(today())
      const item = await api.call(news.create, { body: { ...premiere, title: `Premiere in ${zone}` } })
      await page.goto(`/news/${item._id}`)
      await expect(page.getByText('27 November 2026')).toBeVisible()
      await page.goto(`/news/edit/${item._id}`)
      await expect(page.getByLabel('Publication Date')).toHaveValue('2026-11-27')
    })
  })
}

test('a form that nobody has typed into goes by the day of the chain, also past midnight, and is left without a question', async ({
  signedIn: page,
}) => {
  // A day far from the server's: near midnight, clocks that differ by minutes count as right.
  await page.clock.install({ time: '2020-03-10T23:59:15' })
  await page.goto('/news/add')
  await expect(page.getByLabel('Publication Date')).toHaveValue(today())
  await page.clock.fastForward(60_000)
  await expect(page.getByLabel('Publication Date')).toHaveValue(daysAfter(today(), 1))
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/news')
})

test('the gallery says where an image is used, and the places keep it when it is deleted', async ({ signedIn: page, api }) => {
  const [image] = await uploadPictures(api, ['maroon'])
  const { url } = image!
  await api.call(branches.create, { body: { name: 'Quay', address: 'Here', googleMapsUrl: 'https://maps.app.goo.gl/abc', images: [url] } })
  const item = await api.call(news.create, { body: { ...premiere, title: 'Gala', image: url, gallery: [url] } })
  await page.goto('/gallery')
  const card = page.getByRole('figure').filter({ hasText: 'maroon.png' })
  await expect(card).toContainText('2 uses')
  await page.getByRole('button', { name: 'Delete maroon.png' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this image?' })
  await expect(question).toContainText('the branch “Quay”')
  await expect(question).toContainText('the news item “Gala”')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
  await page.goto(`/news/${item._id}`)
  await expect(page.getByAltText('Image of Gala')).toHaveJSProperty('complete', true)
  await expect(page.getByAltText('Image of Gala')).not.toHaveJSProperty('naturalWidth', 0)
})
