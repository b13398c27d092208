import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import { addMovie } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { listen, withPlayers } from './listening.ts'

const player = (page: Page) => page.locator('iframe')
const play = (page: Page) =>
  page.getByRole('button', { name: /^Play trailer for (Nosferatu|this movie) from (youtube|player\.vimeo)\.com$/ })

/** The address of a player that begins to play. */
function playing(embedded: string): string {
  const address = new URL(embedded)
  address.searchParams.set('autoplay', '1')
  return address.href
}

test.beforeEach(({ page }) => withPlayers(page))

test.describe('a trailer address', () => {
  const type = async (page: Page, address: string) => {
    await page.getByLabel('Trailer URL').fill(address)
    await page.getByLabel('Title').focus()
  }

  test('copied from the address bar becomes its player, which asks no other host for anything before a click', async ({
    signedIn: page,
    server,
  }) => {
    const foreign: string[] = []
    page.on('request', (request) => new URL(request.url()).origin === server.url || foreign.push(request.url()))
    await page.goto('/add')
    for (const [typed, embedded] of [
      ['https://www.youtube.com/watch?v=FC6jFoYm3xs', 'https://www.youtube.com/embed/FC6jFoYm3xs'],
      ['https://youtu.be/FC6jFoYm3xs?t=90', 'https://www.youtube.com/embed/FC6jFoYm3xs?start=90'],
      ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
      ['youtu.be/FC6jFoYm3xs', 'https://www.youtube.com/embed/FC6jFoYm3xs'],
    ] as const) {
      await type(page, typed)
      await expect(page.getByLabel('Trailer URL'), typed).toHaveValue(embedded)
      await expect(play(page), typed).toBeVisible()
      await page.waitForTimeout(300)
      await expect(player(page), typed).toHaveCount(0)
      expect(foreign, typed).toEqual([])
      await play(page).click()
      await expect(player(page), typed).toHaveAttribute('src', playing(embedded))
      await expect(page.frameLocator('iframe').getByText('A player'), typed).toBeVisible()
      foreign.length = 0
    }
  })

  test('that was pasted is shown beside what became of it, and comes back by Undo', async ({ signedIn: page, api }) => {
    await page.goto('/add')
    const link = 'https://www.youtube.com/watch?v=FC6jFoYm3xs&t=90'
    const field = page.getByLabel('Trailer URL')
    await type(page, link)
    await expect(field).toHaveValue('https://www.youtube.com/embed/FC6jFoYm3xs?start=90')
    await expect(page.getByText(`Changed from ${link}`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(field).toHaveValue(link)
    await expect(page.getByText(`Changed from ${link}`)).toBeHidden()
    await field.focus()
    await page.getByLabel('Title').fill('Undone')
    await expect(field, 'what was taken back stays').toHaveValue(link)
    await play(page).click()
    await expect(player(page)).toHaveAttribute('src', playing('https://www.youtube.com/embed/FC6jFoYm3xs?start=90'))
    await page.getByLabel('Genre').fill('Horror')
    await page.getByLabel('Description').fill('A count travels by ship.')
    await page.getByRole('button', { name: 'Save Movie' }).click()
    await expect(page).toHaveURL('/')
    expect((await api.call(movies.list, { query: { q: 'Undone' } })).map(({ trailerUrl }) => trailerUrl)).toEqual([link])
  })

  test('is taken out of embed code and out of the words around it', async ({ signedIn: page }) => {
    await page.goto('/add')
    const field = page.getByLabel('Trailer URL')
    for (const [typed, taken] of [
      [
        '<iframe width="560" src="https://www.youtube.com/embed/FC6jFoYm3xs?si=a&amp;b=c"></iframe>',
        'https://www.youtube.com/embed/FC6jFoYm3xs?si=a&b=c',
      ],
      ['The trailer: https://vimeo.com/showcase/7654321/video/76979871 (new)', 'https://player.vimeo.com/video/76979871'],
    ] as const) {
      await type(page, typed)
      await expect(field).toHaveValue(taken)
      await expect(page.getByText(`Changed from ${typed}`)).toBeVisible()
    }
  })

  test('that is an embed address stays exactly as typed, and its player gets the video and the start time alone; on another host there is none', async ({
    signedIn: page,
  }) => {
    const typed = 'https://www.youtube.com/embed/FC6jFoYm3xs?rel=0&start=5&enablejsapi=1#now'
    await page.goto('/add')
    await type(page, typed)
    await play(page).click()
    await expect(player(page)).toHaveAttribute('src', playing('https://www.youtube.com/embed/FC6jFoYm3xs?start=5'))
    await expect(page.getByLabel('Trailer URL')).toHaveValue(typed)

    await type(page, 'https://archive.org/details/nosferatu')
    await expect(player(page)).toBeHidden()
    await expect(play(page)).toBeHidden()
    await expect(page.getByLabel('Trailer URL')).toHaveValue('https://archive.org/details/nosferatu')
  })
})

test.describe('the page of a film', () => {
  test('asks no other host for anything before its trailer is played, with the keyboard alone', async ({
    signedIn: page,
    api,
    server,
    axe,
  }) => {
    const { foreign } = await listen(page, server.url)
    const { _id } = await addMovie(api, { title: 'Nosferatu' })
    const players: string[] = []
    page.on('request', (request) => new URL(request.url()).origin === server.url || players.push(request.url()))
    await page.goto(`/movie/${_id}`)
    await expect(play(page)).toBeVisible()
    await axe()
    await page.waitForLoadState('networkidle')
    await expect(player(page)).toHaveCount(0)
    expect([...foreign, ...players]).toEqual([])
    await play(page).press('Enter')
    await expect(page.frameLocator('iframe').getByText('A player')).toBeVisible()
    await expect(player(page)).toBeFocused()
    expect(players.length).toBeGreaterThan(0)
  })

  test('has the player in a sandbox that tells YouTube where it stands and nothing more', async ({ signedIn: page, api }) => {
    const { _id, trailerUrl } = await addMovie(api, { title: 'Nosferatu' })
    await page.goto(`/movie/${_id}`)
    await play(page).click()
    await expect(player(page)).toHaveAttribute('src', `${trailerUrl}?autoplay=1`)
    await expect(player(page)).toHaveAttribute('title', 'Trailer for Nosferatu')
    await expect(player(page)).toHaveAttribute('loading', 'lazy')
    await expect(player(page)).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
    const sandbox = (await player(page).getAttribute('sandbox'))?.split(' ') ?? []
    expect(sandbox).toContain('allow-scripts')
    expect(sandbox.filter((right) => /top-navigation|forms|modals|downloads/.test(right))).toEqual([])
  })

  test('lets the player, and nothing else, do what a film needs', async ({ signedIn: page, api }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (/polic/i.test(message.text())) complaints.push(message.text())
    })
    const { _id } = await addMovie(api, { title: 'Nosferatu' })
    await page.goto(`/movie/${_id}`)
    await play(page).click()
    await expect(page.frameLocator('iframe').getByText('A player')).toBeVisible()
    const frame = page.frames().find((each) => each.url().startsWith('https://www.youtube.com/'))
    const allowed = await frame?.evaluate(
      (features) => {
        const { featurePolicy } = document as unknown as { featurePolicy: { allowsFeature(feature: string): boolean } }
        return features.filter((feature) => featurePolicy.allowsFeature(feature))
      },
      ['autoplay', 'fullscreen', 'encrypted-media', 'picture-in-picture', 'camera', 'geolocation', 'microphone', 'payment', 'usb'],
    )
    expect(allowed).toEqual(['autoplay', 'fullscreen', 'encrypted-media', 'picture-in-picture'])
    expect(complaints, 'the browser knows every feature that the policy names').toEqual([])
  })

  for (const [address, page] of [
    ['https://www.youtube.com/embed/FC6jFoYm3xs?start=90', 'https://www.youtube.com/watch?v=FC6jFoYm3xs&t=90'],
    ['https://player.vimeo.com/video/76979871?h=abcdef12', 'https://vimeo.com/76979871/abcdef12'],
  ] as const) {
    test(`frames ${address} with its name and a link to where it plays by itself, also when it fails`, async ({ signedIn, api }) => {
      await signedIn.route(/^https:\/\/(www\.youtube|player\.vimeo)\.com\//, (route) => route.abort())
      const { _id } = await addMovie(api, { title: 'Nosferatu', trailerUrl: address })
      await signedIn.goto(`/movie/${_id}`)
      await play(signedIn).click()
      const frame = signedIn.getByRole('figure').filter({ hasText: 'Trailer for Nosferatu' })
      await expect(frame.locator('iframe')).toBeVisible()
      await expect(frame.getByRole('link', { name: 'Open trailer' })).toHaveAttribute('href', page)
      await expect(frame.getByRole('link', { name: 'Open trailer' })).toHaveAttribute('rel', /noopener/)
    })
  }

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
