import { type Asked, addressOf, askedIn, pageOf } from './api/address.ts'
import type { Face, ListPath, Load } from './face.ts'
import { paths } from './paths.ts'
import { resources } from './resources.ts'
import { loadScreen } from './ui/page/loaded.ts'

type Screen = {
  path: string
  load: Load
  /** The addresses that it asks first, of what stands in its own. */
  asks: (id: string, asked: Asked) => string[]
}

const nothing = () => []
const firstPage = (api: ListPath) => (_: string, asked: Asked) => [addressOf(api, {}, pageOf(asked))]

/** The screens of a signed-in person, each in a file of its own. */
export const screens: Screen[] = [
  ...Object.values(resources).flatMap(screensOf),
  { path: paths.gallery, load: async () => (await import('#web/gallery/Gallery.tsx')).Gallery, asks: firstPage('/api/images') },
  { path: paths.users, load: async () => (await import('#web/users/Users.tsx')).Users, asks: firstPage('/api/users') },
]

function screensOf({ at, api, asks, list, editor, detail }: Face): Screen[] {
  const one = (id: string) => [addressOf(`${api}/:id`, { id })]
  const edited: Screen[] = [
    { path: at.list, load: list, asks: (_, asked) => (asks?.(asked) ?? [asked]).map((each) => addressOf(api, {}, pageOf(each))) },
    { path: at.add, load: editor, asks: nothing },
    { path: at.edit(':id'), load: editor, asks: one },
  ]
  return detail ? [...edited, { path: at.one(':id'), load: detail, asks: one }] : edited
}

/** Stands in place of every screen until a password that somebody else gave has been changed. */
export const loadFirstPassword = async () => (await import('#web/users/FirstPassword.tsx')).FirstPassword

export const loadFrame = async () => (await import('#web/frame/Frame.tsx')).Frame

/** Fetches the code of the page at `path`, all at once; settles when it is there. What fails here is fetched again, and reported, when the page is drawn. */
export async function warm(path: string): Promise<void> {
  const screen = screenAt(path)
  await Promise.allSettled([loadFrame, ...(screen ? [screen.load] : [])].map(loadScreen))
}

/** What the page at an address asks the server first. */
export function asksOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string[] {
  const screen = screenAt(pathname)
  return screen?.asks(idIn(screen, pathname) ?? '', askedIn(search)) ?? []
}

const screenAt = (path: string) => screens.find((each) => idIn(each, path) !== undefined)

/** The id in a path of this screen, '' where it has none; `undefined` for other paths. The router is larger than all that is needed to ask ahead. */
function idIn({ path: pattern }: Screen, path: string): string | undefined {
  const [before = '', after] = pattern.split(':id')
  if (after === undefined) return path === before ? '' : undefined
  const id = path.slice(before.length)
  return path.startsWith(before) && id !== '' && !id.includes('/') ? id : undefined
}
