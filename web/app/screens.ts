import { addressOf, type ListQuery, pageQuery, parseListQuery } from '#web/api/address.ts'
import type { ListPath, Load, ResourceConfig } from '#web/api/resource-config.ts'
import * as resources from '#web/resources.ts'
import { loadedScreen, loadScreen } from '#web/router/load-screen.ts'
import { idIn, paths } from '#web/router/paths.ts'

type Screen = {
  path: string
  load: Load
  /** The addresses that the screen requests first. */
  asks: (id: string, asked: ListQuery) => string[]
}

const firstPage = (api: ListPath) => (_: string, asked: ListQuery) => [addressOf(api, {}, pageQuery(asked))]

/** The screens of a signed-in person, each in a file of its own. */
export const screens: Screen[] = [
  ...Object.values(resources).flatMap(screensOf),
  { path: paths.gallery, load: async () => (await import('#web/gallery/Gallery.tsx')).Gallery, asks: firstPage('/api/images') },
  {
    path: paths.users,
    load: async () => (await import('#web/users/Users.tsx')).Users,
    asks: (id, asked) => (asked.tab ? [] : firstPage('/api/users')(id, asked)),
  },
]

function screensOf({ at, api, asks, list, editor, detail }: ResourceConfig): Screen[] {
  const one = (id: string) => [addressOf(`${api}/:id`, { id })]
  const begin = (asked: ListQuery) => (asked.import ? [] : asked.trash ? undefined : asks?.(asked)) ?? [asked]
  const edited: Screen[] = [
    { path: at.list, load: list, asks: (_, asked) => begin(asked).map((each) => addressOf(api, {}, pageQuery(each))) },
    { path: at.add, load: editor, asks: (_, { from = [] }) => from.flatMap(one) },
    { path: at.edit(':id'), load: editor, asks: one },
  ]
  return detail ? [...edited, { path: at.one(':id'), load: detail, asks: one }] : edited
}

/** Replaces every screen until the user has changed a password that was given by someone else. */
export const loadFirstPassword = async () => (await import('#web/users/FirstPassword.tsx')).FirstPassword

export const loadFrame = async () => (await import('./Frame.tsx')).Frame

/** Fetches the code of the page at `path`, all at once; settles when it is there. What fails here is fetched again, and reported, when the page is drawn. */
export async function preload(path: string): Promise<void> {
  await Promise.allSettled(codeOf(path).map(loadScreen))
}

/** Whether that code is here. */
export const isPreloaded = (path: string): boolean => codeOf(path).every(loadedScreen)

function codeOf(path: string): Load[] {
  const found = screenAt(path)
  return found ? [loadFrame, found.screen.load] : []
}

/** What the page at an address asks the server first. */
export function firstRequests({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string[] {
  const found = screenAt(pathname)
  return found?.screen.asks(found.id, parseListQuery(search)) ?? []
}

/** The screen at a path, and the id in the path. */
export function screenAt(path: string): { screen: Screen; id: string } | undefined {
  for (const screen of screens) {
    const id = idIn(screen.path, path)
    if (id !== undefined) return { screen, id }
  }
  return undefined
}
