import type { Api } from '../api.ts'
import { addBooking, addBranch, addMenuItem, addMovie, addNews } from '../chain.ts'
import { expect, test } from '../fixtures.ts'

// The route table of the specification (section 2), row by row.

type Row = {
  route: string
  /** The screen's heading, where the specification names it. */
  heading?: string
  /** A button or link that only this screen has. */
  has?: string
  /** Makes what the route's id stands for. */
  make?: (api: Api) => Promise<{ _id: string }>
}

const booking = async (api: Api) => {
  await addBranch(api)
  return addBooking(api)
}

const rows: Row[] = [
  { route: '/', heading: 'Movie Collection', has: 'Add New Movie' },
  { route: '/movie/{id}', heading: 'Nosferatu', has: 'Back to Movies', make: addMovie },
  { route: '/add', heading: 'Add New Movie', has: 'Save Movie' },
  { route: '/edit/{id}', heading: 'Edit Movie', has: 'Save Movie', make: addMovie },
  { route: '/gallery', heading: 'Image Gallery' },
  { route: '/branches', heading: 'Branch Locations' },
  { route: '/branches/add', has: 'Save Branch' },
  { route: '/branches/edit/{id}', has: 'Save Branch', make: addBranch },
  { route: '/news', heading: 'Latest News' },
  { route: '/news/{id}', heading: 'The balcony reopens', make: addNews },
  { route: '/news/add', has: 'Save News' },
  { route: '/news/edit/{id}', has: 'Save News', make: addNews },
  { route: '/menu', heading: 'Concession Menu' },
  { route: '/menu/{id}', heading: 'Liquorice', make: addMenuItem },
  { route: '/menu/add', has: 'Save Menu Item' },
  { route: '/menu/edit/{id}', has: 'Save Menu Item', make: addMenuItem },
  { route: '/bookings', heading: 'Bookings' },
  { route: '/bookings/add', has: 'Create Booking' },
  { route: '/bookings/edit/{id}', has: 'Update Booking', make: booking },
  { route: '/users', heading: 'User Management', has: 'Create New User' },
]

test('each leads to its screen, and without a session to the sign-in', async ({ signedIn: page, api }) => {
  const main = page.getByRole('main')
  const paths: string[] = []
  for (const { route, heading, has, make } of rows) {
    await test.step(route, async () => {
      const path = route.replace('{id}', (await make?.(api))?._id ?? '')
      paths.push(path)
      await page.goto(path)
      if (heading) await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      if (has) await expect(main.getByRole('button', { name: has }).or(main.getByRole('link', { name: has }))).toBeVisible()
      await expect(page).toHaveURL(path)
    })
  }

  await page.evaluate(() => localStorage.clear())
  for (const path of paths) {
    await page.goto(path)
    await expect(page, `the guard of ${path} lets nobody in`).toHaveURL('/login')
  }
})

test('/login', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back')
  await expect(page.getByRole('navigation'), 'it stands outside the frame').toHaveCount(0)
})

test('any other path leads to the movies', async ({ signedIn: page }) => {
  for (const path of ['/dashboard', '/branches/no/such', '/movies']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Movie Collection')
    await expect(page, path).toHaveURL('/')
  }
})
