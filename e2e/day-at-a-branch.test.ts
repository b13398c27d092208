import { addBooking, addBranch } from './chain.ts'
import { expect, test } from './fixtures.ts'

/** How many pages a PDF has. */
const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test.describe('the day sheet', () => {
  test('is one click away from its day, and prints forty bookings on one page, light whatever the screen is', async ({
    signedIn: page,
    api,
    axe,
  }) => {
    const branchName = (await addBranch(api, { name: 'Sheet Palace' })).name
    const guests = ['Ada Byron', 'نور الدين محمد', 'Wolfeschlegelsteinhausenbergerdorff Senior von der Donaudampfschifffahrtsgesellschaft']
    const book = (at: number) =>
      addBooking(api, {
        branchName,
        date: '2031-06-06',
        time: `${15 + (at % 8)}:15`,
        fullName: `${guests[at % 3]} ${at}`,
        phoneNumber: at % 2 ? '+44 20 7946 0121' : '+43 (0) 660 123 45 67 - DW 12',
        status: at < 40 ? at % 2 : 2,
      })
    for (let at = 0; at < 43; at++) await book(at)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`/bookings?date=2031-06-06..2031-06-06&branchName=${encodeURIComponent(branchName)}`)
    await page.getByRole('link', { name: /^Day sheet/ }).click()
    await expect(page.getByRole('row')).toHaveCount(41)
    await expect(page.getByText('40 bookings, without 3 canceled')).toBeVisible()
    const times = await page.getByRole('row').locator('td:first-child').allTextContents()
    expect(times[0]).toMatch(/3:15|15:15/)
    await axe()

    for (const format of ['A4', 'Letter']) expect(pagesIn(await page.pdf({ format })), format).toBe(1)
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('navigation')).toBeHidden()
  })

  test('without a branch has a page for each', async ({ signedIn: page, api }) => {
    for (const name of ['Sheet East', 'Sheet West']) {
      const branchName = (await addBranch(api, { name })).name
      await addBooking(api, { branchName, date: '2031-06-07' })
    }
    await page.goto('/bookings?tab=sheet&date=2031-06-07..2031-06-07')
    await expect(page.getByRole('table')).toHaveCount(2)
    expect(pagesIn(await page.pdf({ format: 'A4' }))).toBe(2)
  })
})
