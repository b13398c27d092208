import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path/posix'
import { describe, test } from 'node:test'

/** What every folder of a side may build on. */
const foundations = [
  'contract',
  'server/http',
  'server/database',
  'server/metrics',
  'server/phone',
  'web/components',
  'web/api',
  'web/navigation.ts',
  'web/api/resource-config.ts',
  'web/router/paths.ts',
]

/** What one resource offers to another, each for a reason: add a line only for a function that is meant to be used elsewhere. */
const offered = [
  'server/access/failed-sign-ins.ts', // whoever reads the activity finds those of a moment ago
  'server/access/names.ts', // people find what they did under an earlier name
  'server/access/sessions.ts', // a stream ends with the session that opened it
  'server/access/throttle.ts', // guessing promo codes is slowed down like guessing passwords
  'server/backup/archives.ts', // whoever watches wants to know when the last backup was made
  'server/backup/up-to-date.ts', // whoever opens a database of before backs it up first
  'server/bookings/coming.ts', // a branch tells of its coming bookings
  'server/bookings/renaming.ts', // a renamed branch takes its coming bookings along
  'server/images/media.ts', // backups take the pictures along
  'server/images/open-media.ts', // so do the commands, from where the settings say
  'server/promo-codes/branches.ts', // a branch that is renamed is so in the codes that are limited to it
  'server/promo-codes/guessing.ts', // a booking tells whether its code is right
  'server/promo-codes/reasons.ts', // a booking tells staff why its code was refused
  'server/promo-codes/uses.ts', // bookings redeem promo codes
]

type Import = { from: string; to: string }
const imports = globSync('{contract,server,web,seed,testing}/**/*.{ts,tsx}').flatMap(importsOf)
const isTest = ({ from }: Import) => from.endsWith('.test.ts') || from.startsWith('testing/')

test('the imports that these rules look at are found', () => {
  assert.ok(imports.some(({ from, to }) => from === 'server/main.ts' && to.startsWith('server/')))
  assert.ok(imports.some(({ from, to }) => from.startsWith('web/') && to.startsWith('contract/')))
})

describe('each folder imports only what it may', () => {
  holds('the contract imports Zod and nothing else', ({ from, to }) => !from.startsWith('contract/') || /^(contract\/|zod$|zod\/)/.test(to))

  holds(
    'the two sides meet in the contract alone',
    ({ from, to }) => !(isIn('server', from) && isIn('web', to)) && !(isIn('web', from) && isIn('server', to)),
  )

  holds(
    'the product knows nothing of what plays with it and of what tests it',
    ({ from, to }) => isIn('seed', from) || !(isIn('seed', to) || isIn('testing', to)),
  )

  holds('a resource uses another one only through what that offers', ({ from, to }) => {
    const [mine, theirs] = [folder(from), folder(to)]
    // A file beside the folders puts the resources together: the app, the router.
    return mine === undefined || theirs === undefined || mine === theirs || foundations.includes(theirs) || offered.includes(to)
  })

  holds('the database knows nothing of HTTP, of resources and of what is put together', ({ from, to }) => {
    const below = [
      'contract',
      'server/database',
      'server/phone',
      'server/refusals.ts',
      'server/deadline.ts',
      'server/wait-until-answered.ts',
      'server/data-folder.ts',
      'server/wrong-setting.ts',
    ]
    return !isIn('server/database', from) || !/^(contract|server|web)\//.test(to) || below.some((place) => isIn(place, to))
  })

  holds('the reading of phone numbers knows the contract alone', ({ from, to }) => {
    const below = ['contract', 'server/phone', 'server/wrong-setting.ts']
    return !isIn('server/phone', from) || !/^(contract|server|web)\//.test(to) || below.some((place) => isIn(place, to))
  })

  holds('the parts that screens are built of know no screen', ({ from, to }) => {
    if (isIn('web/api', from)) return !isIn('web', to) || isIn('web/api', to)
    return !isIn('web/components', from) || !isIn('web', to) || foundations.some((place) => isIn(place, to))
  })

  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  holds('the server runs on what package.json calls dependencies', ({ from, to }) => {
    if (!isIn('server', from) || /^(contract|server)\//.test(to) || to.startsWith('node:')) return true
    const [scope = '', name = ''] = to.split('/')
    return (to.startsWith('@') ? `${scope}/${name}` : scope) in dependencies
  })
})

test('what the web app keeps outside of its screens belongs to a session, so that the next person finds none of it', () => {
  const keepers = /^(?:export )?(?:const|let) \w+(?!\w*: Readonly).* = (?:createStore|createUploads|new (?:QueryClient|Map|Set))\b/m
  const lasting = globSync('web/**/*.{ts,tsx}').filter((file) => keepers.test(readFileSync(file, 'utf8')))
  assert.deepEqual(lasting.sort(), [
    'web/router/prefetch.ts', // what was asked ahead goes by the token
    'web/api/plain.ts', // what the contract says of each resource, to everybody the same
    'web/api/session.ts', // the session itself
    'web/components/theme.ts', // the theme is a matter of the machine
    'web/forms/drafts/holding.ts', // what a tab lets go of, which takes a moment and is told to nobody
    'web/shortcuts/shortcuts.ts', // what is on the screen declares its shortcuts, and takes them along
    'web/shortcuts/switch.ts', // so is whether they are on
    'web/router/scroll-positions.ts', // how far each entry of this tab's history was scrolled, which tells nothing
  ])
})

/** Checks a rule on every import outside the tests, and names the ones that break it. */
function holds(rule: string, isAllowed: (found: Import) => boolean) {
  test(rule, () => {
    const broken = imports.filter((found) => !isTest(found) && !isAllowed(found))
    assert.deepEqual(
      broken.map(({ from, to }) => `${from} imports ${to}`),
      [],
    )
  })
}

function isIn(place: string, path: string) {
  return path === place || path.startsWith(`${place}/`)
}

/** `server/movies` for a file in there; `undefined` for packages and for files right under a side. */
function folder(path: string): string | undefined {
  return /^(?:server|web)\/[^/]+(?=\/)/.exec(path)?.[0]
}

/** Every import of a file, its own folders by their path from the root and packages by their name. */
function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8')
  const statements = /^(?:import|export)\s(?:[\w$*{}\s,]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(statements)].map(([, fixed, lazy]) => {
    const name = fixed ?? lazy ?? ''
    if (name.startsWith('#')) return { from, to: name.slice(1) }
    if (name.startsWith('.')) return { from, to: join(dirname(from), name) }
    return { from, to: builtinModules.includes(name) ? `node:${name}` : name }
  })
}
