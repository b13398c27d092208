import { branches } from '#contract/branches.ts'
import { menus } from '#contract/menu.ts'
import { movies } from '#contract/movies.ts'
import { news } from '#contract/news.ts'

/** The resources whose records use images. */
const lists: Readonly<Record<string, { one: string }>> = {
  branches: branches.list,
  menus: menus.list,
  movies: movies.list,
  news: news.list,
}

/** Returns the name in a sentence of one record that uses an image: 'menu item'. */
export const nameOfUser = (resource: string): string => lists[resource]?.one ?? 'record'
