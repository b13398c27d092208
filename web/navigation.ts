import type { ResourceConfig } from './api/resource-config.ts'
import * as resources from './resources.ts'
import { idIn, paths } from './router/paths.ts'

/** A link of the top bar; `patterns` are the addresses at which it counts as active. */
type NavigationLink = { to: string; label: string; patterns: string[] }

const configs: ResourceConfig[] = Object.values(resources)

/** The links of the top bar, in their order. */
export const navigation: NavigationLink[] = [
  ...configs
    .filter(({ placeInBar }) => placeInBar !== undefined)
    .sort((one, other) => (one.placeInBar ?? 0) - (other.placeInBar ?? 0))
    .map(linkOf),
  { to: paths.gallery, label: 'Gallery', patterns: [paths.gallery] },
  { to: paths.movies.add, label: 'Add Movie', patterns: [paths.movies.add] },
]

/** All lists and forms with a link, those of the bar first; `keys` is the shortcut. */
export const places = keyed([
  ...navigation,
  ...configs.filter(({ placeInBar }) => placeInBar === undefined).map(linkOf),
  { to: paths.users, label: 'Users' },
])

/** Each gets `g` and the first letter of its name that none before it has. */
function keyed<Link extends { label: string }>(links: Link[]): (Link & { keys: `g ${string}` })[] {
  const taken = new Set<string>()
  return links.map((link) => {
    const letter = [...link.label.toLowerCase()].find((each) => /[a-z]/.test(each) && !taken.has(each)) ?? ''
    taken.add(letter)
    return { ...link, keys: `g ${letter}` }
  })
}

function linkOf({ at: { list, edit, one }, many }: ResourceConfig): NavigationLink {
  return { to: list, label: many, patterns: [list, edit(':id'), one(':id')] }
}

/** A link is also active below its list, except for the first list, which all paths are below. */
export const isActive = ({ to, patterns }: NavigationLink, path: string): boolean =>
  patterns.some((pattern) => idIn(pattern, path) !== undefined) || (to !== paths.movies.list && path.startsWith(`${to}/`))
