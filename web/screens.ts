import { matchPath } from 'react-router'
import type { Face, Load } from './face.ts'
import { paths } from './paths.ts'
import { resources } from './resources.ts'

type Screen = { path: string; load: Load }

/** The screens of a signed-in person, each in a file of its own. */
export const screens: Screen[] = [
  ...Object.values(resources).flatMap(screensOf),
  { path: paths.gallery, load: async () => (await import('#web/gallery/Gallery.tsx')).Gallery },
  { path: paths.users, load: async () => (await import('#web/users/Users.tsx')).Users },
]

function screensOf({ at, list, editor, detail }: Face): Screen[] {
  const edited = [
    { path: at.list, load: list },
    { path: at.add, load: editor },
    { path: at.edit(':id'), load: editor },
  ]
  return detail ? [...edited, { path: at.one(':id'), load: detail }] : edited
}

/** Stands in place of every screen until a password that somebody else gave has been changed. */
export const loadFirstPassword = async () => (await import('#web/users/FirstPassword.tsx')).FirstPassword

export const loadFrame = async () => (await import('#web/frame/Frame.tsx')).Frame

/** Fetches what the page at `path` needs, all at once. What fails here is fetched again, and reported, when the page is drawn. */
export function warm(path: string) {
  const screen = screens.find((each) => matchPath(each.path, path))
  for (const load of [loadFrame, screen?.load]) load?.().catch(() => {})
}
