import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { circlesIn, importsIn, isIn } from './checks/imports.ts'

/** The rooms of `web/`, each with the rooms that it may import. Every file of the root (`web/store.ts`, …) is a room of its own. */
const rooms: Record<string, readonly string[]> = {
  storage: [],
  store: [],
  setting: ['storage', 'store'],
  components: ['storage', 'store', 'setting'],
  router: ['storage', 'components'],
  shortcuts: ['store', 'setting', 'components', 'router'],
  api: ['storage', 'store', 'router'],
  toasts: ['store', 'components', 'router', 'api', 'shortcuts'],
  views: ['setting', 'store', 'components', 'router', 'api', 'toasts'],
  lists: ['store', 'components', 'router', 'api', 'shortcuts', 'toasts', 'views'],
  forms: ['storage', 'store', 'components', 'router', 'api', 'shortcuts', 'toasts', 'lists'],
  media: ['store', 'components', 'router', 'api', 'toasts', 'lists', 'forms'],
  import: ['storage', 'store', 'components', 'router', 'api', 'toasts', 'lists', 'media'],
  history: ['components', 'router', 'api', 'toasts', 'forms'],
  trash: ['components', 'router', 'api', 'toasts', 'lists', 'forms', 'history'],
  pages: ['components', 'router', 'api', 'toasts', 'lists', 'forms', 'import', 'history', 'trash'],
  realtime: ['store', 'components', 'router', 'api'],
  resources: [],
  navigation: ['router', 'api', 'resources'],
  palette: ['store', 'components', 'router', 'api', 'shortcuts', 'toasts', 'views', 'resources', 'navigation'],
  help: ['components', 'router', 'api', 'lists', 'palette'],
}

/** The room that may import every other, and that no other may import. */
const top = 'app'

/** The rooms that a resource's screens may import: neither each other, nor the event stream, nor the app around them. */
const belowResources = Object.keys(rooms).filter((room) => !['realtime', 'resources', 'navigation', 'palette', 'help'].includes(room))

/** Screens that link to all resources: an image shows its uses, and the activity shows changes. */
const overview = ['gallery', 'users']

const imports = importsIn('web/**/*.{ts,tsx}').filter(({ from }) => !from.endsWith('.test.ts'))
const inside = imports.filter(({ to }) => isIn('web', to))

const roomOf = (path: string) => path.split('/')[1]?.replace(/\.tsx?$/, '') ?? ''
const isResource = (room: string) => !(room in rooms) && room !== top

test('the rooms that these rules name are there, and import each other', () => {
  const there = new Set(globSync('web/*').map(roomOf))
  assert.deepEqual(
    [...Object.keys(rooms), ...overview, top].filter((room) => !there.has(room)),
    [],
  )
  assert.ok(inside.some(({ from, to }) => isIn('web/lists', from) && isIn('web/api', to)))
})

test('each room imports only the rooms below it, and a resource no other resource', () => {
  const isAllowed = (from: string, to: string) => {
    if (from === to || from === top) return true
    // The registry of the resources loads their screens; each resource's configuration is in its own folder.
    if (from === 'resources') return isResource(to)
    if (isResource(from)) return belowResources.includes(to) || (overview.includes(from) && to === 'resources')
    return rooms[from]?.includes(to) === true
  }
  const broken = inside.filter(({ from, to }) => !isAllowed(roomOf(from), roomOf(to)))
  assert.deepEqual(
    broken.map(({ from, to }) => `${from} imports ${to}`),
    [],
  )
})

test('no files import each other in a circle, not even for types', () => {
  assert.deepEqual(circlesIn(inside), [])
})

test('what the web app keeps outside of its screens belongs to a session, so that the next person finds none of it', () => {
  const keepers =
    /^(?:export )?(?:const|let) \w+(?!\w*: Readonly).* = (?:createStore|createSetting|createUploads|new (?:QueryClient|Map|Set))\b/m
  const lasting = globSync('web/**/*.{ts,tsx}').filter((file) => keepers.test(readFileSync(file, 'utf8')))
  assert.deepEqual(lasting.sort(), [
    'web/api/plain.ts', // the contract's answers about each resource, the same for every user
    'web/api/session.ts', // the session itself
    'web/bookings/numbers/Numbers.tsx', // so does whether the numbers are open
    'web/components/theme.ts', // the theme belongs to the machine
    'web/movies/getting-started.ts', // so does whether the guide is open
    'web/router/prefetch.ts', // prefetched answers are found by token
    'web/router/scroll-positions.ts', // scroll positions of this tab's history, which hold no content
    'web/shortcuts/shortcuts.ts', // components register their shortcuts, and remove them
    'web/shortcuts/switch.ts', // whether shortcuts are on belongs to the machine
    'web/views/layout.ts', // the layout of bookings belongs to the machine
  ])
})
