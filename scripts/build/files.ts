import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

type Module = { importedIds: readonly string[] }
type Graph = { getModuleInfo: (id: string) => Module | null }

const web = (pattern: string) => globSync(`web/${pattern}`).map((file) => resolve(file))
const first = web('app/first.ts')
const app = web('app/main.tsx')
const frame = web('app/Frame.tsx')
const firstList = web('movies/MovieList.tsx')
const shown = web('*/*{List,Detail}.tsx').filter((file) => !file.includes('/web/lists/'))
const editors = web('*/*Editor.tsx')
const panels = web('{users/Users,gallery/Gallery}.tsx')
const desk = web('{bookings,promo-codes}/*Editor.tsx')
const drafts = web('forms/drafts/UnsavedDrafts.tsx')
const menu = web('app/PersonChoices.tsx')
const histories = web('history/HistoryPanel.tsx')

/**
 * The files that scripts are built into: what is needed together lies together, and the first that fits counts. In seventy small files
 * it would weigh a tenth more, and a browser asks for six at once. What none of them takes is a screen, with a file of its own.
 */
const files: { name: string; holds: (reachedFrom: (roots: string[]) => number, id: string) => boolean }[] = [
  // Knows what the page needs, and asks for it.
  { name: 'first', holds: (from) => from(first) > 0 },
  // What even the sign-in needs.
  { name: 'app', holds: (from) => from(app) > 0 },
  // What the server is asked on all screens but the first: schemas take a slow processor a while to make.
  { name: 'calls', holds: (from, id) => isCall(id) && from(frame) + from(firstList) === 0 && from(shown) > 0 },
  // What several of these show.
  { name: 'others', holds: (from) => from(frame) + from(firstList) === 0 && from(shown) > 1 },
  // What stands around every screen, what the first list shows as others do, and what all forms would have to fetch besides.
  { name: 'lists', holds: (from) => from(frame) > 0 || from(shown) > 1 },
  // What the menu of the person holds, which nobody opens first.
  { name: 'menu', holds: (from) => from(menu) > 0 },
  // What a list tells of its forms, without them.
  { name: 'drafts', holds: (from) => from(drafts) > 0 && from(editors) > 0 },
  // What has become of a record, beside its page and in the trash: two versions of one in a form are shown in the same way.
  { name: 'history', holds: (from) => from(histories) > 0 && from(editors) > 0 },
  // What the small forms of other screens are made of as well.
  { name: 'fields', holds: (from) => from(panels) > 0 && from(editors) > 0 && from(shown) === 0 },
  // The forms of the desk, which hold more than fields.
  { name: 'desk', holds: (from) => from(desk) > 0 && from(desk) === from(editors) && from(shown) === 0 },
  // All other forms: whoever opens one opens others.
  { name: 'editors', holds: (from) => from(editors) > 0 && from(shown) === 0 },
]

/** Those that come while nobody waits for them. */
const early = ['drafts', 'history', 'desk', 'editors']

/**
 * What a file of the build begins with. V8 compiles a function when it is first called, which for a form is when somebody waits for it; told to,
 * it compiles the whole file beside the page, as it comes (https://v8.dev/blog/explicit-compile-hints). What the first screen needs would only come later by that.
 */
export const beginningOf = ({ name }: { name: string }): string => (early.includes(name) ? '//# allFunctionsCalledOnLoad' : '')

const isCall = (id: string) => /\/contract\/(?!trailers)|\/api\.ts$/.test(id)

/** In which file of the build a module lies; `undefined` for one of its own. */
export function fileOf(id: string, graph: Graph): string | undefined {
  if (id.includes('rolldown/runtime') || id.includes('preload-helper')) return 'first'
  if (isIcon(id)) return fileOfIcon(id, graph)
  const from = (roots: string[]) => roots.filter((root) => reach(root, graph).has(id)).length
  return files.find(({ holds }) => holds(from, id))?.name
}

/** The package's index names all its icons, used or not, so what leads to it says nothing: the sources that name one do. */
const isIcon = (id: string) => /lucide-react\/dist\/esm\/icons\//.test(id)

/** With the one file that shows it. An icon that several show lies with the lists where these do, and otherwise in a file of such icons. */
function fileOfIcon(id: string, graph: Graph): string | undefined {
  const icon = iconOf(/([^/]+)\.\w+$/.exec(id)?.[1] ?? '')
  const sources = [...icons.keys()].filter((source) => icons.get(source)?.includes(icon))
  const places = new Set(sources.map((source) => fileOf(source, graph) ?? source))
  const [place, ...others] = places
  if (place === undefined) return 'lists'
  if (others.length > 0) return places.has('lists') || places.has('app') ? 'lists' : 'icons'
  return sources.includes(place) ? undefined : place
}

/** 'trash2', for the file of that and for what sources call it. */
const iconOf = (name: string) => name.replaceAll('-', '').trim().toLowerCase()

const icons = new Map(
  web('**/*.tsx').map((source) => {
    const [, names = ''] = /import \{([^}]+)\} from 'lucide-react'/.exec(readFileSync(source, 'utf8')) ?? []
    return [source, names.split(',').map(iconOf)]
  }),
)

const reached = new Map<string, Set<string>>()

/** Everything that is imported by `root`, and by that. */
function reach(root: string, graph: Graph): Set<string> {
  const known = reached.get(root)
  if (known) return known
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id) || isIcon(id)) return
    found.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  visit(root)
  reached.set(root, found)
  return found
}
