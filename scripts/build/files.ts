import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

type Module = { importedIds: readonly string[] }
type Graph = { getModuleInfo: (id: string) => Module | null }

const web = (pattern: string) => globSync(`web/${pattern}`).map((file) => resolve(file))
const first = web('app/first.ts')
const app = web('app/main.tsx')
const frame = web('app/Frame.tsx')
const firstList = web('movies/MovieList.tsx')
const shown = web('{*,bookings/closures}/*{List,Detail}.tsx').filter((file) => !file.includes('/web/lists/'))
const editors = web('{*,bookings/closures}/*Editor.tsx')
const later = web('lists/{EndKey,Sliding,selection/CardSelect,selection/LeftOver,selection/Selecting,selection/SelectTool}.tsx')
const bulk = web('lists/selection/ActiveBar.tsx')
const panels = web('{users/Users,gallery/Gallery,{movies,news,gallery}/*Bar}.tsx')
const desk = web('{bookings,bookings/closures,promo-codes}/*Editor.tsx')
const panes = web('{palette/Palette,bookings/numbers/NumbersPanel}.tsx')
const drafts = web('forms/drafts/UnsavedDrafts.tsx')
const menu = web('app/PersonChoices.tsx')
const histories = web('history/HistoryPanel.tsx')

/**
 * The output files of the build. Modules that are needed together share a file; the first matching entry wins. Seventy small files would be a tenth
 * larger, and a browser requests six at once. A screen that no entry matches gets a file of its own.
 */
const files: { name: string; holds: (reachedFrom: (roots: string[]) => number, id: string) => boolean }[] = [
  // The loader that knows and requests the page's files.
  { name: 'first', holds: (from) => from(first) > 0 },
  // The modules that even the sign-in needs.
  { name: 'app', holds: (from) => from(app) > 0 },
  // The endpoints of all screens but the first: a slow processor takes a while to build their schemas.
  { name: 'calls', holds: (from, id) => isCall(id) && from(frame) + from(firstList) === 0 && from(shown) > 0 },
  // The import, which a list opens.
  { name: 'import', holds: (_, id) => /\/contract\/imports|\/web\/import\/(?!screen\/ImportOnList|dropped|journal-key)/.test(id) },
  // What the lists load after their records, and the forms use too.
  {
    name: 'others',
    holds: (_, id) => /\/(?:FootBar\.tsx|root-data-attribute\.ts|before-unload\.ts|lists\/download\.ts|csv-separator\.ts)$/.test(id),
  },
  // The parts of a list that load after its records, such as the selection, and the work on many records, which loads with the first selection.
  { name: 'later', holds: (from) => from(frame) + from(firstList) === 0 && from(later) > 0 },
  { name: 'bulk', holds: (from) => from(frame) + from(firstList) === 0 && from(bulk) > 0 },
  // The parts that the list of bookings and the call list of a closure share.
  { name: 'bookings', holds: (from, id) => /\/web\/bookings\//.test(id) && from(frame) + from(firstList) === 0 && from(shown) > 1 },
  // The menus of a booking and of a user. Forms load the modules below, and have no such menu.
  { name: 'menus', holds: (_, id) => /\/components\/(?:Menu\.tsx|popover-menu\.ts)$/.test(id) },
  // Modules that several of these screens share, without the forms and with them.
  { name: 'details', holds: (from) => from(frame) + from(firstList) + from(editors) === 0 && from(shown) > 1 },
  { name: 'others', holds: (from) => from(frame) + from(firstList) === 0 && from(shown) > 1 },
  // The frame of every screen, modules that the first list shares with others, modules that these panels share with the forms, which the panels would
  // load as well, and components that one list shares with the forms, which would be a tiny file each.
  {
    name: 'lists',
    holds: (from, id) =>
      from(frame) > 0 || from(shown) > 1 || (from(editors) > 0 && (from(panes) > 0 || (isComponent(id) && from(shown) > 0))),
  },
  // The user menu, which is rarely opened first.
  { name: 'menu', holds: (from) => from(menu) > 0 },
  // The parts of forms that a list shows, without the forms.
  { name: 'drafts', holds: (from) => from(drafts) > 0 && from(editors) > 0 },
  // The history of a record, on its page and in the trash. A form shows two versions of a record in the same way.
  { name: 'history', holds: (from) => from(histories) > 0 && from(editors) > 0 },
  // Fields that the small forms of other screens use too. The modules that load the forms' dialogs are with them: Vite writes the names of the dialogs'
  // files above the first line of `editors`.
  { name: 'fields', holds: (from, id) => opensDialog(id) || (from(panels) > 0 && from(editors) > 0 && from(shown) === 0) },
  // The forms of the booking desk, which contain more than fields.
  { name: 'desk', holds: (from) => from(desk) > 0 && from(desk) === from(editors) && from(shown) === 0 },
  // All other forms: a user who opens one usually opens others.
  { name: 'editors', holds: (from) => from(editors) > 0 && from(shown) === 0 },
]

/** Files that load in the background, before the user needs them. */
const early = ['drafts', 'history', 'desk', 'editors']

/**
 * Returns the first line of an output file. V8 compiles a function at its first call, so a form's functions would compile while the user waits. The
 * comment makes V8 compile the whole file in the background while it loads (https://v8.dev/blog/explicit-compile-hints). The files of the first
 * screen would only arrive later.
 */
export const beginningOf = ({ name }: { name: string }): string => (early.includes(name) ? '//# allFunctionsCalledOnLoad' : '')

const opensDialog = (id: string) => /\/web\/(?:media\/ReplaceButton\.tsx|media\/use-picker\.ts|forms\/replaced-image\.ts)$/.test(id)
const isComponent = (id: string) => id.includes('/web/components/')
const isCall = (id: string) => /\/contract\/(?!trailers)|\/api\.ts$/.test(id)

/** Returns the output file of a module; `undefined` for a file of its own. */
export function fileOf(id: string, graph: Graph): string | undefined {
  if (id.includes('rolldown/runtime') || id.includes('preload-helper')) return 'first'
  if (isIcon(id)) return fileOfIcon(id, graph)
  const from = (roots: string[]) => roots.filter((root) => reach(root, graph).has(id)).length
  return files.find(({ holds }) => holds(from, id))?.name
}

/** The package's index imports all its icons, used or not, so imports don't show where an icon is used. The sources that name an icon do. */
const isIcon = (id: string) => /lucide-react\/dist\/esm\/icons\//.test(id)

/**
 * Returns the file of the only module that shows the icon. An icon that several files show goes to the lists, or to what loads after them: a file of
 * icons would be one more request for a kilobyte.
 */
function fileOfIcon(id: string, graph: Graph): string | undefined {
  const icon = iconOf(/([^/]+)\.\w+$/.exec(id)?.[1] ?? '')
  const sources = [...icons.keys()].filter((source) => icons.get(source)?.includes(icon))
  const places = new Set(sources.map((source) => fileOf(source, graph) ?? source))
  const [place, ...others] = places
  const isFirst = ['app', 'lists', ...firstList].some((each) => places.has(each))
  if (place === undefined || others.length > 0) return isFirst || place === undefined ? 'lists' : 'others'
  return sources.includes(place) ? undefined : place
}

/** Returns the key of an icon, such as 'trash2', for its file name and for its name in sources. */
const iconOf = (name: string) => name.replaceAll('-', '').trim().toLowerCase()

const icons = new Map(
  web('**/*.tsx').map((source) => {
    const [, names = ''] = /import \{([^}]+)\} from 'lucide-react'/.exec(readFileSync(source, 'utf8')) ?? []
    return [source, names.split(',').map(iconOf)]
  }),
)

const reached = new Map<string, Set<string>>()

/** Returns all modules that `root` imports, directly or indirectly. */
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
