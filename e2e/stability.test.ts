import { images } from '#contract/images.ts'
import { movies } from '#contract/movies.ts'
import { addImage, addMovie, deleteAll } from './chain.ts'
import { hold } from './failures.ts'
import { expect, test } from './fixtures.ts'
import { watchShifts } from './shifts.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** The largest sum of layout shifts; web.dev calls up to 0.1 good. */
const budget = 0.02

test('the sum of shifts notices a page that jumps', async ({ signedIn: page }) => {
  const { shifts } = await watchShifts(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await shifts()).sum).toBeLessThan(budget)
  await page.evaluate(() =>
    document.body.prepend(Object.assign(document.createElement('div'), { innerText: 'An advertisement\n'.repeat(9) })),
  )
  expect((await shifts()).sum).toBeGreaterThan(budget)
})

for (const { path, title } of [
  { path: '/', title: 'Movie Collection' },
  { path: '/gallery', title: 'Images' },
]) {
  test(`nothing on ${path} moves when the list, then the pictures, then the font arrive`, async ({ signedIn: page, api }) => {
    await deleteAll(api, movies)
    await deleteAll(api, images)
    const covers = await Promise.all(['a.png', 'b.png', 'c.png', 'd.png', 'e.png'].map((name) => addImage(api, name)))
    await Promise.all(covers.map(({ name, url: image }) => addMovie(api, { title: `The film of ${name}`, image })))
    const { shifts, letFontCome } = await watchShifts(page)
    const list = await hold(page, /\/api\/(movies|images)\?/)
    const pictures = await hold(page, '**/media/**')

    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByText('Loading…').last()).toBeAttached()
    list.release()
    const cards = page.getByRole('list', { name: title }).getByRole('listitem')
    await expect(cards).toHaveCount(covers.length)
    expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"')), 'the font is still on its way').toBe(false)
    pictures.release()
    const areDrawn = () =>
      cards
        .locator('img')
        .evaluateAll((all) => (all as HTMLImageElement[]).every(({ complete, naturalWidth }) => complete && naturalWidth > 0))
    await expect.poll(areDrawn).toBe(true)
    await letFontCome()
    await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true)
    expect((await shifts()).sum).toBeLessThan(budget)
  })
}
