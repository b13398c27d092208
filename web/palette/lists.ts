import type { ViewedList } from '#contract/views.ts'
import type { ResourceConfig } from '#web/api/resource-config.ts'
import { bookings, branches, closures, menus, movies, news, promoCodes } from '#web/resources.ts'
import { paths } from '#web/router/paths.ts'

type List = { path: string; label: string }

const listOf = ({ at, many }: ResourceConfig): List => ({ path: at.list, label: many })

/** The path and the label of each list that has views or suggestions. */
export const lists: Record<ViewedList, List> = {
  movies: listOf(movies),
  images: { path: paths.gallery, label: 'Gallery' },
  branches: listOf(branches),
  news: listOf(news),
  menus: listOf(menus),
  bookings: listOf(bookings),
  closures: listOf(closures),
  promoCodes: listOf(promoCodes),
}
