import { bookings } from '#contract/bookings.ts'
import { branches } from '#contract/branches.ts'
import { daysAfter, today } from '#contract/dates.ts'
import type { Api } from './api.ts'
import { addBooking, addBranch, deleteAll } from './chain.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ api }) => {
  await deleteAll(api, bookings)
  await deleteAll(api, branches)
})

const days = (count: number) => daysAfter(today(), count)
const names = async (api: Api) => (await api.call(bookings.list, { query: {} })).map(({ branchName }) => branchName)
/** Two bookings to come and one of the past. */
async function bookedBranch(api: Api) {
  const branch = await addBranch(api, { name: 'Pier' })
  await addBooking(api, { branchName: 'Pier', date: days(9), fullName: 'Grace Hopper' })
  await addBooking(api, { branchName: 'Pier', date: '2031-11-28', time: '19:30' })
  await addBooking(api, { branchName: 'Pier', date: '2020-11-27' })
  return branch
}

test('a branch that gets another name takes its coming bookings along', async ({ signedIn: page, api, axe }) => {
  const { _id } = await bookedBranch(api)
  await page.goto(`/branches/edit/${_id}`)
  const along = page.getByLabel('Also rename it on 2 upcoming bookings')
  await page.getByLabel('Address').fill('2 Quay Street')
  await expect(along).toBeHidden()
  await page.getByLabel('Branch Name').fill('Quay')
  await expect(along).toBeChecked()
  await axe()
  await page.getByRole('button', { name: 'Save Branch' }).click()
  await expect(page).toHaveURL('/branches')
  expect(await names(api)).toEqual(['Quay', 'Quay', 'Pier'])
})

test('or leaves them, where that is wanted; and one whose name stays asks nothing of them', async ({ signedIn: page, api }) => {
  const { _id } = await bookedBranch(api)
  await page.goto(`/branches/edit/${_id}`)
  await page.getByLabel('Branch Name').fill('Quay')
  await page.getByLabel('Also rename it on 2 upcoming bookings').uncheck()
  await page.getByRole('button', { name: 'Save Branch' }).click()
  await expect(page).toHaveURL('/branches')
  expect(await names(api)).toEqual(['Pier', 'Pier', 'Pier'])

  await page.goto(`/branches/edit/${_id}`)
  await page.getByLabel('Branch Name').fill('Harbour')
  await expect(page.getByLabel('Also rename it on 2 upcoming bookings')).toBeChecked()
  await page.getByLabel('Branch Name').fill('Quay')
  await page.getByLabel('Address').fill('2 Quay Street')
  await page.getByRole('button', { name: 'Save Branch' }).click()
  await expect(page).toHaveURL('/branches')
  expect(await names(api)).toEqual(['Pier', 'Pier', 'Pier'])
})

test('the question before a branch is deleted names its coming bookings', async ({ signedIn: page, api, axe }) => {
  await addBranch(api, { name: 'Pier' })
  for (const date of ['2031-11-28', '2030-11-29', '2020-11-27']) await addBooking(api, { branchName: 'Pier', date })
  await page.goto('/branches')
  await page.getByRole('button', { name: 'Delete Pier' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this branch?' })
  const told =
    /^This branch has 2 upcoming bookings, the next on Friday,? 29 November 2030 at 19:30 \(Ada Byron\)\. The bookings will keep the branch name\.$/
  await expect(question.getByText('upcoming bookings')).toBeVisible()
  await expect(question.getByRole('paragraph')).toHaveText(told)
  await axe()
  await question.getByRole('link', { name: '2 upcoming bookings' }).click()
  await expect(page).toHaveURL('/bookings')
  await expect(question).toBeHidden()
})

test('nothing stands in the way of a branch without bookings', async ({ signedIn: page, api }) => {
  await addBranch(api, { name: 'Empty' })
  await page.goto('/branches')
  await page.getByRole('button', { name: 'Delete Empty' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this branch?' })
  await expect(question.getByRole('paragraph')).toHaveText('This branch has no upcoming bookings.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No branches' })).toBeVisible()
})
