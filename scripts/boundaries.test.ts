import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { type Import, imports, isIn, isTest } from './imports.ts'

/** What every folder of a side may build on. */
const foundations = ['contract', 'web/ui', 'web/api', 'web/navigation.ts', 'web/face.ts', 'web/paths.ts']

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

  holds('a resource of the web app uses another one only through what that offers', ({ from, to }) => {
    const [mine, theirs] = [folder(from), folder(to)]
    // A file beside the folders puts the resources together: the router.
    return isIn('server', from) || mine === undefined || theirs === undefined || mine === theirs || foundations.includes(theirs)
  })

  holds('the parts that screens are built of know no screen', ({ from, to }) => {
    if (isIn('web/api', from)) return !isIn('web', to) || isIn('web/api', to)
    return !isIn('web/ui', from) || !isIn('web', to) || foundations.some((place) => isIn(place, to))
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
    'web/api/ahead.ts', // what was asked ahead goes by the token
    'web/api/plain.ts', // what the contract says of each resource, to everybody the same
    'web/api/session.ts', // the session itself
    'web/frame/theme.ts', // the theme is a matter of the machine
    'web/ui/drafts/holding.ts', // what a tab lets go of, which takes a moment and is told to nobody
    'web/ui/keys/shortcuts.ts', // what is on the screen declares its shortcuts, and takes them along
    'web/ui/keys/switch.ts', // so is whether they are on
    'web/ui/place/scrolled.ts', // how far each entry of this tab's history was scrolled, which tells nothing
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

/** `server/movies` for a file in there; `undefined` for packages and for files right under a side. */
function folder(path: string): string | undefined {
  return /^(?:server|web)\/[^/]+(?=\/)/.exec(path)?.[0]
}
