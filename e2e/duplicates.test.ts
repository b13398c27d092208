import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'
import { promoCodes } from '#contract/promo-codes.ts'
import { addBooking, addBranch, addImage, addMenuItem, addMovie, addNews, addPromoCode, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

test('a card leads to a form that is filled in like its record; nothing is stored before it is saved', async ({ signedIn: page, api }) => {
  await Promise.all([movies, branches, news, menus].map((collection) => deleteAll(api, collection)))
  const { url } = await addImage(api)
  await addMovie(api, { title: 'Faust', genre: 'Fantasy', image: url })
  await addBranch(api, { name: 'Old Town', images: [url] })
  await addNews(api, { title: 'A new organ', gallery: [url] })
  await addMenuItem(api, { name: 'Popcorn', image: url })
  for (const { list, name, label, contract } of [
    { list: '/', name: 'Faust', label: 'Title', contract: movies },
    { list: '/branches', name: 'Old Town', label: 'Branch Name', contract: branches },
    { list: '/news', name: 'A new organ', label: 'News Title', contract: news },
    { list: '/menu', name: 'Popcorn', label: 'Item Name', contract: menus },
  ] as const) {
    const items = () => api.fetch(contract.list.path).then((reply) => reply.json() as Promise<Record<string, unknown>[]>)
    await page.goto(list)
    await page.getByRole('link', { name: `Duplicate ${name}` }).click()
    const input = page.getByLabel(label, { exact: true })
    await expect(input).toHaveValue(name)
    await page.reload()
    await expect(input, 'the address says it all').toHaveValue(name)
    expect(await items()).toHaveLength(1)
    await input.fill(`${name} again`)
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(list)
    const [copy, original] = (await items()).sort((one, other) => String(other.createdAt).localeCompare(String(one.createdAt)))
    const own = { _id: '', version: 0, createdAt: '', updatedAt: '', name: '', title: '' }
    expect({ ...copy, ...own }).toEqual({ ...original, ...own })
  }
})

test("a booking's duplicate is pending and asks about its promo code anew, a code's wants other letters", async ({
  signedIn: page,
  api,
}) => {
  await Promise.all([bookings, branches, promoCodes].map((collection) => deleteAll(api, collection)))
  await addBranch(api)
  const { _id: code } = await addPromoCode(api, { code: 'ONCE', percentage: 15, mostUses: 1 })
  const { _id } = await addBooking(api, { fullName: 'Ada Byron', status: 1, promoCode: 'ONCE' })
  await page.goto(`/bookings/edit/${_id}`)
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page).toHaveURL(`/bookings/add?from=${_id}`)
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada Byron')
  await page.getByRole('button', { name: 'Create Booking', exact: true }).click()
  await expect(page.getByText('Invalid or expired promo code').first(), 'its one use is taken').toBeVisible()
  expect(await api.call(bookings.list, { query: {} })).toHaveLength(1)
  await page.getByRole('button', { name: 'Clear promo code' }).click()
  await page.getByRole('button', { name: 'Create Booking', exact: true }).click()
  await expect(page).toHaveURL('/bookings')
  const [copy] = (await api.call(bookings.list, { query: {} })).filter((booking) => booking._id !== _id)
  expect(copy).toMatchObject({ fullName: 'Ada Byron', status: 0, promoCode: '', discountPercentage: 0 })

  await page.goto('/bookings/promo-codes')
  await page.getByRole('link', { name: 'Duplicate ONCE' }).click()
  await expect(page).toHaveURL(`/bookings/promo-codes/add?from=${code}`)
  await expect(page.getByLabel('Percentage')).toHaveValue('15')
  await expect(page.getByLabel('Promo Code', { exact: true })).toHaveValue('')
})

test('where the original is gone that is said, and the form is empty', async ({ signedIn: page, api }) => {
  const { _id } = await addMovie(api, { title: 'London After Midnight' })
  await api.fetch(`/api/movies/${_id}`, { method: 'DELETE' })
  for (const from of [_id, 'nonsense']) {
    await page.goto(`/add?from=${from}`)
    await expect(page.getByText('The movie you wanted to duplicate no longer exists, so this form is empty.')).toBeVisible()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
  }
})
