import { truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { images } from '#contract/images.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import type { Api } from './api.ts'
import { addMovie, deleteAll } from './chain.ts'
import { hold, unreachable } from './failures.ts'
import { drop } from './files.ts'
import { expect, test } from './fixtures.ts'
import { choose, csv, openImport, paste, pictureFolder } from './import-files.ts'
import { pictureFile } from './pictures.ts'

const heads = ['Film', 'Genre', 'Synopsis', 'Trailer']
const trailer = 'https://youtu.be/PqZeFBbDHhs'
const film = (title: string, genre = 'Drama', text = `${title} comes soon.`) => [title, genre, text, trailer]

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' })
const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const bar = (page: Page) => page.getByRole('region', { name: 'Import', exact: true })
const kinds = (page: Page) => page.getByRole('group', { name: 'Show rows' })
const begin = (page: Page) => bar(page).getByRole('button', { name: /^Import/ })
const stored = (api: Api) => api.call(movies.list, { query: {} })
const titles = async (api: Api) => (await stored(api)).map(({ title }) => title).sort()

test.beforeEach(async ({ api }) => {
  await deleteAll(api, movies)
  await deleteAll(api, images)
})

test('eight films come from a sheet and a folder of posters in at most ten actions, and go with one Undo', async ({
  signedIn: page,
  api,
  axe,
}) => {
  const names = ['Dune', 'Alien', 'Heat', 'Tár', 'Pig', 'Wings', 'Ran', 'M']
  const colours = ['red', 'green', 'blue', 'black', 'white', 'gray', 'navy', 'teal']
  const folder = await pictureFolder(
    Object.fromEntries(names.map((name, at) => [`${name.toLowerCase()}_poster.png`, colours[at] ?? 'red'])),
  )
  const did = { count: 0 }
  await page.goto('/')
  await openImport(page, did)
  await choose(page, 'Choose a file', csv('films.csv', heads, ...names.map((name) => film(name))), did)
  await choose(page, 'Add pictures', folder.path, did)
  await expect(kinds(page)).toContainText('New8')
  await expect(page.getByText('films.csv · 8 rows · 8 pictures')).toBeVisible()
  await axe()
  expect(await titles(api)).toEqual([])
  expect(await api.call(images.list, { query: {} })).toEqual([])
  await begin(page).click()
  did.count++
  expect(did.count).toBeLessThanOrEqual(10)
  await expect(result(page)).toContainText('8 rows imported: 8 new.')
  await axe()
  const all = await stored(api)
  expect(all.map(({ title }) => title).sort()).toEqual(names.toSorted())
  expect(new Set(all.map(({ image }) => image)).size).toBe(8)

  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByLabel('Choose a folder of pictures').setInputFiles(folder.path)
  await choose(page, 'Add a table', csv('films.csv', heads, ...names.map((name) => film(name))))
  await expect(kinds(page), 'the same again changes nothing').toContainText('Unchanged8')
  await expect(begin(page)).toHaveAttribute('aria-disabled', 'true')

  await notices(page).getByRole('button', { name: 'Undo' }).click()
  await expect(notices(page)).toContainText('Import undone: 8 rows taken back.')
  expect(await titles(api)).toEqual([])
  expect(await api.call(images.list, { query: {} })).toEqual([])
  await folder.remove()
})

test('twenty menu texts are pasted in at most six actions', async ({ signedIn: page, api }) => {
  await deleteAll(api, menus)
  const items = Array.from({ length: 20 }, (_, at) => `Popcorn ${at}\tSalted, in size ${at}.`)
  await page.goto('/menu')
  const did = { count: 0 }
  await openImport(page, did)
  await page.getByLabel('Paste rows from a spreadsheet').click()
  await paste(page, ['Name\tDescription', ...items].join('\r\n'))
  await expect(kinds(page)).toContainText('New20')
  await begin(page).click()
  did.count += 3
  expect(did.count).toBeLessThanOrEqual(6)
  await expect(result(page)).toContainText('20 rows imported: 20 new.')
  expect(await api.call(menus.list, { query: {} })).toHaveLength(20)
})

test('a cell that needs fixing says why, is corrected in place, and goes in then; changes are shown field by field', async ({
  signedIn: page,
  api,
  axe,
}) => {
  await addMovie(api, { title: 'Dune', genre: 'Horror', description: 'Dune comes soon.', trailerUrl: trailer })
  await page.goto('/?import=1')
  await choose(page, 'Choose a file', csv('films.csv', heads, film('Dune'), film('Alien', ''), film('Heat')))
  await expect(kinds(page)).toContainText('Needs fixing1')
  const changed = page.getByRole('row', { name: /Dune/ })
  await expect(changed).toContainText('Changed')
  await expect(changed.getByRole('cell', { name: 'Drama' })).toContainText('was: Horror')
  const cell = page.getByLabel('Genre, row 3')
  await expect(cell).toHaveAccessibleDescription('Genre is required.')
  const box = page.getByRole('checkbox', { name: 'Import row 3' })
  await expect(box).toBeDisabled()
  await expect(begin(page)).toHaveText('Import 2 rows')
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Needs fixing' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await axe()
  await page.setViewportSize({ width: 1440, height: 900 })
  await cell.fill('Science fiction')
  await cell.press('Enter')
  await expect(box).toBeChecked()
  await page.getByRole('checkbox', { name: 'Import row 4' }).uncheck()
  await begin(page).click()
  await expect(result(page)).toContainText('2 rows imported: 1 new, 1 changed.')
  const all = await stored(api)
  expect(all.map(({ title, genre }) => [title, genre]).sort()).toEqual([
    ['Alien', 'Science fiction'],
    ['Dune', 'Drama'],
  ])
})

test('a record that a colleague changes between preview and import is left to a second decision', async ({ signedIn: page, api }) => {
  const { _id, version, ...dune } = await addMovie(api, { title: 'Dune', genre: 'Horror' })
  await page.goto('/?import=1')
  await choose(page, 'Choose a file', csv('films.csv', heads, film('Dune'), film('Heat')))
  await expect(begin(page)).toHaveText('Import 2 rows')
  await api.call(movies.update, { params: { id: _id }, body: { ...dune, genre: 'Comedy' } })
  await begin(page).click()
  await expect(result(page)).toContainText('1 row imported: 1 new. 1 row was changed by a colleague since the preview and not imported.')
  const row = page.getByRole('row', { name: /Dune/ })
  await expect(row).toContainText('Changed by a colleague since the preview')
  await expect(row).toContainText('was: Comedy')
  expect((await api.call(movies.get, { params: { id: _id } })).genre).toBe('Comedy')
  await row.getByRole('checkbox').check()
  await begin(page).click()
  await expect(result(page)).toContainText('2 rows imported: 1 new, 1 changed.')
  expect((await api.call(movies.get, { params: { id: _id } })).genre).toBe('Drama')

  const heat = (await stored(api)).find(({ title }) => title === 'Heat')
  await api.call(movies.update, { params: { id: heat?._id ?? '' }, body: { ...dune, title: 'Heat', genre: 'Crime' } })
  await result(page).getByRole('button', { name: 'Undo import' }).click()
  await expect(result(page)).toContainText('Import undone: 1 row taken back. 1 row stays, because of a later change by a colleague: Heat.')
  expect((await stored(api)).map(({ title, genre }) => [title, genre]).sort()).toEqual([
    ['Dune', 'Comedy'],
    ['Heat', 'Crime'],
  ])
})

test('a lost connection stops the import at its step, which goes on without doing anything twice', async ({ signedIn: page, api }) => {
  await page.goto('/?import=1')
  await choose(page, 'Choose a file', csv('films.csv', heads, ...Array.from({ length: 60 }, (_, at) => film(`Film ${at}`))))
  await expect(begin(page)).toHaveText('Import 60 rows')
  let steps = 0
  await page.route('**/api/movies/imports', async (route) => {
    steps++
    if (steps !== 2) return route.fallback()
    // The server gets it, and its answer is lost.
    await route.fetch()
    await route.abort()
  })
  await begin(page).click()
  const work = page.getByRole('region', { name: 'Importing' })
  await expect(work).toContainText('Interrupted.')
  await expect(work).toContainText('50 of 60')
  await work.getByRole('button', { name: 'Try again' }).click()
  await expect(result(page)).toContainText('60 rows imported: 60 new.')
  const all = await stored(api)
  expect(all).toHaveLength(60)
  expect(all.every(({ version }) => version === 1)).toBe(true)
})

test('an import pauses and goes on; one that a closed window has interrupted is told on the list and undone together', async ({
  signedIn: page,
  api,
}) => {
  await page.goto('/?import=1')
  const table = csv('films.csv', heads, ...Array.from({ length: 120 }, (_, at) => film(`Film ${at}`)))
  await choose(page, 'Choose a file', table)
  await expect(begin(page)).toHaveText('Import 120 rows')
  const first = await hold(page, '**/api/movies/imports', 'POST')
  await begin(page).click()
  const work = page.getByRole('region', { name: 'Importing' })
  await work.getByRole('button', { name: 'Pause' }).click()
  first.release()
  await expect(work).toContainText('Paused.')
  await expect(work).toContainText('50 of 120')
  const { recover } = await unreachable(page, '**/api/movies/imports', 'POST')
  await work.getByRole('button', { name: 'Resume' }).click()
  await expect(work).toContainText('Interrupted.')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/')
  await recover()
  const told = page.getByRole('alert').filter({ hasText: 'An import was interrupted: 50 of 120 rows' })
  await expect(told).toBeVisible()

  await page.goto('/?import=1')
  await choose(page, 'Choose a file', table)
  await expect(kinds(page), 'the rest can go on').toContainText('New70')
  await expect(kinds(page)).toContainText('Unchanged50')

  await page.goto('/')
  await told.waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(notices(page)).toContainText('Import undone: 50 rows taken back.')
  await expect(told).toBeHidden()
  expect(await titles(api)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('moviebox.import')))).toEqual([])
})

test('pictures that are dropped on the list become films with their names', async ({ signedIn: page, api }) => {
  await addMovie(api, { title: 'Nosferatu' })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Nosferatu' })).toBeVisible()
  const files = await Promise.all(['red', 'green'].map(pictureFile))
  await expect(async () => {
    await drop(page.getByRole('heading', { level: 1 }), files)
    await expect(page.getByRole('heading', { level: 1, name: 'Import movies' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByLabel('Genre, picture 1')).toHaveAccessibleDescription('Genre is required.')
  for (const at of [1, 2]) {
    await page.getByLabel(`Genre, picture ${at}`).fill('Drama')
    await page.getByLabel(`Description, picture ${at}`).fill('Soon.')
    await page.getByLabel(`Trailer URL, picture ${at}`).fill(trailer)
  }
  await page.getByRole('heading', { level: 1 }).click()
  await expect(begin(page)).toHaveText('Import 2 rows')
  await begin(page).click()
  await expect(result(page)).toContainText('2 rows imported: 2 new.')
  const [green, , red] = (await stored(api)).toSorted((one, other) => one.title.localeCompare(other.title))
  expect([green?.title, red?.title]).toEqual(['Green', 'Red'])
  expect(green?.image).toMatch(/^\/media\//)
})

test('everything can be done from the keyboard', async ({ signedIn: page, api }) => {
  await page.goto('/?import=1')
  await page.getByLabel('Paste rows from a spreadsheet').focus()
  await paste(page, ['Title\tGenre\tDescription\tTrailer', film('Dune', '').join('\t'), film('Heat').join('\t')].join('\n'))
  await expect(kinds(page)).toContainText('Needs fixing1')
  const tab = async (name: string | RegExp, role: 'button' | 'checkbox' | 'textbox') => {
    const control = page.getByRole(role, { name })
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(control).toBeFocused({ timeout: 50 })
    }).toPass()
  }
  await tab('Genre, row 2', 'textbox')
  await page.keyboard.type('Drama')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Import row 2' })).toBeChecked()
  await expect(page.getByLabel('Genre, row 2'), 'the focus stays').toBeFocused()
  await tab('Import row 3', 'checkbox')
  await page.keyboard.press('Space')
  await tab('Import 1 row', 'button')
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText('1 row imported: 1 new.')
  expect(await titles(api)).toEqual(['Dune'])
})

test('our own export changes nothing; an edit of it changes just that record, also its title', async ({ signedIn: page, api }) => {
  for (const title of ['Dune', '=Heat', 'L\'été; 5" of rain']) await addMovie(api, { title, showFrom: '2026-12-01' })
  const before = await stored(api)
  const exported = await (await api.fetch('/api/movies', { headers: { accept: 'text/csv' } })).text()
  const file = (text: string) => ({ name: 'movies.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.goto('/?import=1')
  await choose(page, 'Choose a file', file(exported))
  await expect(kinds(page)).toContainText('Unchanged3')
  await choose(page, 'Choose another table', file(exported.replace('Dune', 'Dune Part One')))
  await expect(kinds(page)).toContainText('Changed1')
  await expect(page.getByRole('row', { name: /Dune Part One/ })).toContainText('was: Dune')
  await begin(page).click()
  await expect(result(page)).toContainText('1 row imported: 1 changed.')
  await result(page).getByRole('button', { name: 'Undo import' }).click()
  await expect(result(page)).toContainText('Import undone: 1 row taken back.')
  const content = (all: typeof before) => all.map(({ version, updatedAt, ...rest }) => rest)
  expect(content(await stored(api))).toEqual(content(before))
})

const refused: Record<string, [file: Parameters<typeof choose>[2], sentence: string]> = {
  '5,001 rows': [csv('films.csv', heads, ...Array.from({ length: 5_001 }, (_, at) => [`Film ${at}`])), 'Split the table'],
  'an Excel workbook': [{ name: 'films.xlsx', mimeType: '', buffer: Buffer.from('PK\x03\x04abc') }, 'Save the workbook as CSV'],
  'a row with 200 columns': [csv('films.csv', heads, 'x'.repeat(200).split('')), '200 columns'],
}
for (const [what, [file, sentence]] of Object.entries(refused))
  test(`a sentence says what to do with ${what}`, async ({ signedIn: page, api }) => {
    await page.goto('/?import=1')
    await choose(page, 'Choose a file', file)
    await expect(page.getByRole('alert')).toContainText(sentence)
    expect(await titles(api)).toEqual([])
  })

test('a file of 30 MB is refused before it is read', async ({ signedIn: page }, info) => {
  const path = info.outputPath('films.csv')
  await writeFile(path, 'Title\n')
  await truncate(path, 30_000_000)
  await page.goto('/?import=1')
  await choose(page, 'Choose a file', path)
  await expect(page.getByRole('alert')).toContainText('This file has 30 MB, and a table has at most 20 MB.')
})

test('a table without headings is mapped by hand, and rows with one key are pointed out', async ({ signedIn: page, api }) => {
  await page.goto('/?import=1')
  await choose(page, 'Choose a file', csv('films.csv', film('Dune'), film('Heat'), film('DUNE')))
  await expect(page.getByText('The first row has no headings that MovieBox knows.')).toBeVisible()
  await expect(begin(page)).toHaveAttribute('aria-disabled', 'true')
  for (const [at, field] of ['Title', 'Genre', 'Description', 'Trailer URL'].entries())
    await page.getByLabel(`Column ${at + 1}`, { exact: true }).selectOption({ label: field })
  await expect(begin(page)).toHaveText('Import 2 rows')
  await expect(page.getByLabel('Title, row 3')).toHaveAccessibleDescription(/Same title as row 1/)
  await begin(page).click()
  await expect(result(page)).toContainText('2 rows imported: 2 new. 1 row needs fixing.')
  expect(await titles(api)).toEqual(['Dune', 'Heat'])
})
