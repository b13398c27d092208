import type { Page } from '@playwright/test'
import { addMovie } from './chain.ts'
import { expect, test } from './fixtures.ts'

const player = (page: Page) => page.locator('iframe')

// No player is loaded from its host: the journeys need no network.
test.beforeEach(({ page }) =>
  page.route(/^https:\/\/(www\.youtube\.com|player\.vimeo\.com)\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'A player' }),
  ),
)

test.describe('a trailer address', () => {
  for (const [typed, embedded] of [
    ['https://www.youtube.com/watch?v=FC6jFoYm3xs', 'https://www.youtube.com/embed/FC6jFoYm3xs'],
    ['https://youtu.be/FC6jFoYm3xs?t=90', 'https://www.youtube.com/embed/FC6jFoYm3xs?start=90'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['youtu.be/FC6jFoYm3xs', 'https://www.youtube.com/embed/FC6jFoYm3xs'],
  ] as const) {
    test(`copied from the address bar (${typed}) becomes its player, which shows at once`, async ({ signedIn: page }) => {
      await page.goto('/add')
      await page.getByLabel('Trailer URL').fill(typed)
      await page.getByLabel('Title').focus()
      await expect(page.getByLabel('Trailer URL')).toHaveValue(embedded)
      await expect(player(page)).toHaveAttribute('src', embedded)
      await expect(page.frameLocator('iframe').getByText('A player')).toBeVisible()
    })
  }

  test('that is an embed address stays exactly as typed', async ({ signedIn: page }) => {
    const typed = 'https://www.youtube.com/embed/FC6jFoYm3xs?rel=0&START=1#now'
    await page.goto('/add')
    await page.getByLabel('Trailer URL').fill(typed)
    await page.getByLabel('Title').focus()
    await expect(player(page)).toHaveAttribute('src', typed)
    await expect(page.getByLabel('Trailer URL')).toHaveValue(typed)
  })

  test('on another host shows no player', async ({ signedIn: page }) => {
    await page.goto('/add')
    await page.getByLabel('Trailer URL').fill('https://archive.org/details/nosferatu')
    await page.getByLabel('Title').focus()
    await expect(player(page)).toBeHidden()
    await expect(page.getByLabel('Trailer URL')).toHaveValue('https://archive.org/details/nosferatu')
  })
})

test.describe('the page of a film', () => {
  test('has the player in a sandbox that tells YouTube where it stands and nothing more', async ({ signedIn: page, api }) => {
    const { _id, trailerUrl } = await addMovie(api, { title: 'Nosferatu' })
    await page.goto(`/movie/${_id}`)
    await expect(player(page)).toHaveAttribute('src', trailerUrl)
    await expect(player(page)).toHaveAttribute('title', 'Trailer of Nosferatu')
    await expect(player(page)).toHaveAttribute('loading', 'lazy')
    await expect(player(page)).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
    const sandbox = (await player(page).getAttribute('sandbox'))?.split(' ') ?? []
    expect(sandbox).toContain('allow-scripts')
    expect(sandbox.filter((right) => /top-navigation|forms|modals|downloads/.test(right))).toEqual([])
  })

  test('links to a trailer on a host that may not stand in the page', async ({ signedIn: page, api }) => {
    const { _id } = await addMovie(api, { trailerUrl: 'https://archive.org/details/nosferatu' })
    await page.goto(`/movie/${_id}`)
    const link = page.getByRole('link', { name: 'archive.org' })
    await expect(link).toHaveAttribute('href', 'https://archive.org/details/nosferatu')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(player(page)).toBeHidden()
  })
})
