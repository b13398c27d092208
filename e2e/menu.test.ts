import { expect, test } from './fixtures.ts'
import { pictureFile, uploadPictures } from './pictures.ts'

test('a menu item is added, looked at and changed', async ({ signedIn: page, api, axe }) => {
  const [image] = await uploadPictures(api, ['khaki'])
  await page.goto('/menu')
  await page.getByRole('link', { name: 'Add menu item' }).click()
  await page.getByLabel('Item Name').fill('Ginger Popcorn')
  await page.getByLabel('Description').fill('Popped on the spot.\nSweet or salted.')
  await page.getByRole('button', { name: 'Select from Gallery' }).click()
  await page.getByRole('dialog', { name: 'Select item image' }).getByRole('button', { name: 'khaki.png' }).click()
  await expect(page.getByAltText('Item Image')).toHaveAttribute('src', image!.url)
  await axe()
  await page.getByRole('button', { name: 'Save Menu Item' }).click()

  await expect(page).toHaveURL('/menu')
  const card = page.getByRole('article').filter({ hasText: 'Popped on the spot' })
  await axe()
  await card.getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('heading', { name: 'Ginger Popcorn' })).toBeVisible()
  await expect(page.getByText('Sweet or salted.', { exact: true })).toBeVisible()
  await expect(page.getByAltText('Image of Ginger Popcorn')).toBeVisible()
  await axe()

  await page.getByRole('link', { name: 'Edit menu item' }).click()
  await page.getByLabel('Item Name').fill('Large Ginger Popcorn')
  await page.getByRole('button', { name: 'Change Image' }).click()
  await page
    .getByRole('dialog')
    .getByLabel('Upload')
    .setInputFiles(await pictureFile('coral'))
  await expect(page.getByAltText('Item Image')).not.toHaveAttribute('src', image!.url)
  await page.getByRole('button', { name: 'Save Menu Item' }).click()
  await expect(page).toHaveURL('/menu')
  await expect(page.getByRole('heading', { name: 'Large Ginger Popcorn' })).toBeVisible()
})
