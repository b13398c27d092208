import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { addImage, addMovie, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { hiddenFocus, tabTo } from './keys.ts'
import { admin } from './server.ts'

test('the whole way from the sign-in to a film with a cover goes with the keyboard alone', async ({ page, api }) => {
  await deleteAll(api, movies)
  const { name, url } = await addImage(api, 'keyboard.png')
  await page.goto('/login')
  await expect(page.getByLabel('Username'), 'the cursor is where typing begins').toBeFocused()
  await page.keyboard.type(admin.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Enter')

  await tabTo(page, page.getByRole('link', { name: 'Add New Movie' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title', { exact: true }), 'a new form begins at its first input').toBeFocused()
  const values = {
    Title: 'The General',
    Genre: 'Comedy',
    Description: 'A locomotive, stolen.',
    'Trailer URL': 'https://archive.org/general',
  }
  for (const [label, value] of Object.entries(values)) {
    if (label !== 'Title') await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(value)
  }
  await tabTo(page, page.getByRole('button', { name: 'Select from Gallery' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Change Image' }), 'a closed dialog gives the focus back').toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Save Movie' }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Movie Collection' })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'View Details of The General' }))
  await tabTo(page, page.getByRole('button', { name: 'Delete The General' }))
  expect(await api.call(movies.list, { query: {} })).toMatchObject([{ title: 'The General', image: url }])
})

for (const { dialog, path, opener } of [
  { dialog: 'Select Cover Image', path: '/add', opener: 'Select from Gallery' },
  { dialog: 'Are you sure you want to delete this movie?', path: '/', opener: 'Delete Nosferatu' },
  { dialog: 'Are you sure you want to delete this image?', path: '/gallery', opener: 'Delete trapped.png' },
]) {
  test(`the dialog '${dialog}' keeps the focus until it closes, and then gives it back`, async ({ signedIn: page, api }) => {
    await deleteAll(api, movies)
    await deleteAll(api, images)
    await addMovie(api, { title: 'Nosferatu' })
    await addImage(api, 'trapped.png')
    await page.goto(path)
    const button = page.getByRole('button', { name: opener })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(dialog)).toBeVisible()
    for (const key of ['Tab', 'Shift+Tab']) {
      const visited = new Set<string>()
      for (let stop = 0; stop < 12; stop++) {
        await page.keyboard.press(key)
        expect(await hiddenFocus(page)).toBeUndefined()
        visited.add(
          await page.evaluate(() =>
            document.activeElement?.closest('dialog') ? 'inside' : document.activeElement?.tagName === 'BODY' ? 'browser' : 'outside',
          ),
        )
      }
      // From its last stop the focus may go to the browser's own bars, but never to the page behind.
      expect(visited).toContain('inside')
      expect(visited).not.toContain('outside')
    }
    await page.keyboard.press('Escape')
    await expect(page.getByLabel(dialog)).toBeHidden()
    await expect(button).toBeFocused()
  })
}
