import type { Locator, Page } from '@playwright/test'
import { contract } from '#contract/all.ts'
import { kinds } from '#contract/fields.ts'
import * as resources from '#web/resources.ts'
import { addBooking, addBranch, addMovie } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { fillIn } from './movie-form.ts'

// What holds for every form: where the cursor is, what has to be filled in, and that one sees what one types.

const input = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const savebar = (page: Page) => page.getByRole('button', { name: /^(Save|Create|Update)/ }).locator('xpath=../..')

/** The forms for new records: what is required, the input that each begins at first, and what may be left empty. */
const forms: { path: string; required: string[]; optional: string[] }[] = [
  { path: '/add', required: ['Title', 'Genre', 'Description', 'Trailer URL'], optional: ['Show from', 'Show until', 'Cover image'] },
  { path: '/branches/add', required: ['Branch Name', 'Address', 'Google Maps URL'], optional: ['Branch Images'] },
  { path: '/news/add', required: ['News Title', 'Publication Date', 'Description'], optional: ['Main Image', 'Gallery Images'] },
  { path: '/menu/add', required: ['Item Name', 'Description'], optional: ['Show from', 'Show until', 'Item Image'] },
  {
    path: '/bookings/add',
    required: ['Phone Number', 'Branch', 'Date', 'Time', 'Full Name'],
    optional: ['Promo Code', 'Note'],
  },
  {
    path: '/bookings/closures/add',
    required: ['Branch', 'First day', 'Last day', 'Reason'],
    optional: ['From', 'Until'],
  },
  {
    path: '/bookings/promo-codes/add',
    required: ['Promo Code', 'Percentage'],
    optional: ['First day', 'Last day', 'Usage limit', 'Weekdays', 'Branches'],
  },
]

/** A new booking is pending, and its discount is its code's. */
const set: Record<string, readonly string[]> = { bookings: ['status', 'discountPercentage'] }

test('whatever the contract has of a new record has its input', async ({ signedIn: page, api }) => {
  await addBranch(api)
  for (const [name, { at }] of Object.entries(resources)) {
    const { shape } = contract[name as keyof typeof resources].create.body
    await page.goto(at.add)
    await expect(savebar(page)).toBeVisible()
    for (const [field, type] of Object.entries(shape)) {
      if (set[name]?.includes(field)) continue
      const inputs = page.locator(`form [name="${field}"]`)
      // Of several choices each is an input.
      const isChosen = type.def.type === 'default' && (await inputs.count()) > 1
      await expect
        .soft(isChosen ? inputs.and(page.getByRole('checkbox')).first() : inputs, `the input of ${field} of ${name}`)
        .toHaveCount(1)
      const isPicked = (await inputs.and(page.getByRole('button')).count()) > 0
      const isPicture = /^images?$/.test(kinds.get(type)?.kind ?? '')
      expect.soft(isPicture, `whether ${field} of ${name} is of the kind of pictures, as its input is`).toBe(isPicked)
    }
  }
})

test('each begins at its first input, and says what may be left empty', async ({ signedIn: page }) => {
  for (const { path, required, optional } of forms) {
    await page.goto(path)
    await expect(input(page, required[0]!), path).toBeFocused()
    for (const label of required) await expect(input(page, label), label).toHaveAttribute('aria-required', 'true')
    await expect(page.getByText('(optional)'), path).toHaveCount(optional.length)
    for (const label of optional) {
      await expect(input(page, label), label).not.toHaveAttribute('aria-required', 'true')
      const words = page.getByRole('main').getByText(label, { exact: true }).locator('xpath=following-sibling::*[1]')
      await expect(words, label).toHaveText('(optional)')
    }
  }
})

test('the sign-in begins at the user name, and asks for both', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeFocused()
  for (const label of ['Username', 'Password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-required', 'true')
  await expect(page.getByText('(optional)')).toHaveCount(0)
})

test('a form that edits something begins at its heading', async ({ signedIn: page, api }) => {
  await addMovie(api, { title: 'Nosferatu' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Edit Nosferatu' }).first().click()
  await expect(page.getByRole('heading', { name: 'Edit Movie' })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true })

  test('no form raises the keyboard by itself', async ({ signedIn: page }) => {
    await page.goto('/add')
    await expect(input(page, 'Title')).toBeVisible()
    await expect(page.locator('input:focus, textarea:focus')).toHaveCount(0)
  })

  test('the save bar covers nothing that one types in', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api)
    await page.goto(`/edit/${_id}`)
    for (const label of ['Title', 'Genre', 'Description', 'Trailer URL']) {
      await page.evaluate(() => scrollTo(0, 0))
      await input(page, label).focus()
      expect(await gap(input(page, label), savebar(page)), label).toBeGreaterThanOrEqual(0)
    }
    await page.evaluate(() => scrollTo(0, 0))
    await input(page, 'Description').focus()
    await page.keyboard.press('Control+End')
    for (let line = 0; line < 14; line++) await page.keyboard.type('\nAnother line')
    expect(await gap(input(page, 'Description'), savebar(page)), 'the end of a long text').toBeGreaterThanOrEqual(0)
    await expect(savebar(page)).toHaveCSS('background-image', 'none')
    await expect(savebar(page)).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  })

  test('what is told stands above the save bar, also where the form ends further up', async ({ signedIn: page, api }) => {
    const { name } = await addBranch(api, { name: 'Told' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/branches')
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    const told = page.getByRole('region', { name: 'Notices' }).getByText('was deleted.').locator('..')
    await expect(told).toBeVisible()
    await page.getByRole('link', { name: 'Add branch' }).first().click()
    await expect(savebar(page)).toBeVisible()
    await expect.poll(() => gap(told, savebar(page))).toBeGreaterThanOrEqual(0)
  })

  test('there is no bar in the way where there is no height for it, as with the keyboard up', async ({ signedIn: page }) => {
    await page.goto('/add')
    await expect(savebar(page)).toHaveCSS('position', 'sticky')
    await page.setViewportSize({ width: 390, height: 380 })
    await expect(savebar(page)).toHaveCSS('position', 'static')
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /interactive-widget=resizes-content/)
  })

  test('the status of a booking is there at once when it is edited', async ({ signedIn: page, api }) => {
    await addBranch(api)
    const { _id } = await addBooking(api)
    await page.goto(`/bookings/edit/${_id}`)
    await expect(input(page, 'Status')).toBeInViewport({ ratio: 1 })
    expect(await gap(input(page, 'Status'), savebar(page))).toBeGreaterThan(0)
    await expect(page.getByRole('main').locator('select, input').first()).toHaveAttribute('name', 'status')
  })
})

test.describe('the right half of a form without pictures', () => {
  test('shows the card as it will be, and is only to look at', async ({ signedIn: page, api, axe }) => {
    const { name } = await addBranch(api, { name: 'Riverside' })
    await page.goto('/bookings/add')
    await input(page, 'Branch').selectOption(name)
    await fillIn(page, { 'Full Name': 'Ada Byron', Date: '2037-11-27', Time: '19:30' } as object)
    const card = page.locator('[inert] article')
    for (const words of ['Ada Byron', name, '27', '19:30', 'Pending']) await expect(card).toContainText(words)
    await expect(page.getByRole('article')).toHaveCount(0)
    await axe()
    // What a date input gives while a year of five digits is typed.
    await input(page, 'Date').fill('12037-11-27')
    await expect(card).toContainText('Ada Byron')
  })
})

/** How far the lower edge of `one` is above the upper edge of `other`, in pixels. */
async function gap(one: Locator, other: Locator) {
  const [upper, lower] = [(await one.boundingBox())!, (await other.boundingBox())!]
  return lower.y - upper.y - upper.height
}
