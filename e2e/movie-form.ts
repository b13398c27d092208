import type { Page } from '@playwright/test'
import { movies } from '#contract/movies.ts'
import type { Api } from './api.ts'
import { expect } from './fixtures.ts'

// The form of a film, as the tests of several files fill it in.

export const film = {
  Title: 'Metropolis',
  Genre: 'Science fiction',
  Description: 'A city above, and one below.\nA mediator is needed.',
  'Trailer URL': 'https://www.youtube.com/embed/rJ_LJeE8jAc',
}
export const columns = { title: film.Title, genre: film.Genre, description: film.Description, trailerUrl: film['Trailer URL'] }

export async function fillIn(page: Page, values: Partial<typeof film> = film) {
  // The list that one comes from has a filter that is called like a field.
  const form = page.locator('form')
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value)
}

export async function expectForm(page: Page, values: Partial<typeof film> = film) {
  for (const [label, value] of Object.entries(values)) await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
}

/** Says what shall become of what was typed, once that is asked. */
export const answer = (page: Page, name: 'Stay' | 'Discard' | 'Keep draft and leave') =>
  page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name }).click()

export const save = (page: Page) => page.getByRole('button', { name: 'Save Movie' }).click()
export const stored = (api: Api) => api.call(movies.list, { query: {} })
